import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { isRunning, syncQuery } from '../api/queries/sync.ts';

/** Calls `retry` whenever a sync has brought pictures. Use it only while a picture is missing. */
export function useRetryWhenFetched(retry: () => void): void {
  const { data: state } = useQuery({
    ...syncQuery,
    // Bytes grow with every file, pictures only once all their sizes are here. The end of a sync counts too: the last file may
    // have come between two polls.
    select: ({ stored, lastSuccessAt }) => `${stored.pictures} ${stored.pictureBytes} ${lastSuccessAt}`,
  });
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== before.current) retry();
    before.current = state;
  }, [state, retry]);
}

/** Returns whether a sync runs, which may be bringing a missing picture. */
export const useFetching = (): boolean => useQuery({ ...syncQuery, select: isRunning }).data ?? false;
