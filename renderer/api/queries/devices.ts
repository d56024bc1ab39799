import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

export const devicesQuery = queryOptions({
  queryKey: [...adminKey, 'devices'],
  queryFn: ({ signal }) => api('GET /benchside/devices', { signal }),
  refetchInterval: 30_000,
});
