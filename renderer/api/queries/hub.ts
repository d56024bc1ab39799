import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

export const siteStateQuery = queryOptions({
  queryKey: [...adminKey, 'site'],
  queryFn: ({ signal }) => api('GET /benchside/site', { signal }),
});

const busyMs = 700;

/** The progress of an import; refetched while it runs. */
export const importQuery = queryOptions({
  queryKey: ['import'],
  queryFn: ({ signal }) => api('GET /benchside/import', { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? busyMs : false),
});
