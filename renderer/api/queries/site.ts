import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: ({ signal }) => api('GET /benchside/info', { signal }),
  staleTime: 60_000,
});

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api('GET /benchside/home', { signal }),
});

export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: ({ signal }) => api('GET /benchside/overview', { signal }),
});
