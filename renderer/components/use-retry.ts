import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { syncQuery } from '../api/queries/sync.ts';

/** Calls `retry` whenever a sync has brought pictures. Use it only while a picture is missing. */
export function useRetryWhenFetched(retry: () => void): void {
  const { data: state } = useQuery({
    ...syncQuery,
    // The end of a sync counts too: the last picture may have come between two polls.
    select: ({ stored, lastSuccessAt }) => `${stored.pictures} ${lastSuccessAt}`,
  });
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== before.current) retry();
    before.current = state;
  }, [state, retry]);
}
