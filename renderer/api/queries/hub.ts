import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { whileRunning } from './while-running.ts';

export const siteStateQuery = queryOptions({
  queryKey: [...adminKey, 'site'],
  queryFn: ({ signal }) => api('GET /benchside/site', { signal }),
});

/** The state of the hub's backup; refetched while one is made. */
export const backupQuery = queryOptions({
  queryKey: [...adminKey, 'backup'],
  queryFn: ({ signal }) => api('GET /benchside/backup', { signal }),
  refetchInterval: whileRunning,
});

/** The progress of an import; refetched while it runs. */
export const importQuery = queryOptions({
  queryKey: ['import'],
  queryFn: ({ signal }) => api('GET /benchside/import', { signal }),
  refetchInterval: whileRunning,
});
