import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { whileRunning } from './while-running.ts';

/** The import of a bundle at this desk; refetched while it runs. */
export const bundleImportQuery = queryOptions({
  queryKey: ['bundle-import'],
  queryFn: ({ signal }) => api('GET /benchside/bundle_import', { signal }),
  refetchInterval: whileRunning,
});

/** The file with edits of desks that this hub takes; refetched while it does. */
export const carriedEditsQuery = queryOptions({
  queryKey: [...adminKey, 'carried-edits'],
  queryFn: ({ signal }) => api('GET /benchside/carried_edits', { signal }),
  refetchInterval: whileRunning,
});

/** The bundle of this hub; refetched while one is made. */
export const hubBundleQuery = queryOptions({
  queryKey: [...adminKey, 'bundle'],
  queryFn: ({ signal }) => api('GET /benchside/bundle', { signal }),
  refetchInterval: whileRunning,
});
