import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { syncQuery } from '../api/queries/sync.ts';

/** Calls `retry` whenever sync has brought pictures to this machine; only what shows a missing one listens. */
export function useRetryWhenFetched(retry: () => void): void {
  const { data: state } = useQuery({
    ...syncQuery,
    // The end of a round counts too: the last picture may have come between two looks.
    select: ({ stored, lastSuccessAt }) => `${stored.pictures} ${lastSuccessAt}`,
  });
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== before.current) retry();
    before.current = state;
  }, [state, retry]);
}
