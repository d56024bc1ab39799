import { queryOptions } from '@tanstack/react-query';

import type { SyncStatus } from '../../../shared/sync-status.ts';
import { api } from '../client.ts';
import { errorStatus } from '../errors.ts';

const quiet = new Set(['idle', 'waiting', 'blocked', 'off']);

export const isRunning = (status: SyncStatus): boolean => !quiet.has(status.phase);

export const syncQuery = queryOptions({
  queryKey: ['sync'],
  queryFn: ({ signal }) => api('GET /benchside/sync', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    // A hub has nothing to sync with.
    if (errorStatus(state.error) === 404 || state.data?.phase === 'off') return false;
    return state.data && isRunning(state.data) ? 1_000 : 5_000;
  },
});
