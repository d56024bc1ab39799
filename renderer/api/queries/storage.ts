import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';

export const storageQuery = (category: string | null) =>
  queryOptions({
    queryKey: ['storage', category],
    queryFn: ({ signal }) =>
      api('GET /benchside/storage', { query: { category: category ?? undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: ({ signal }) => api('GET /benchside/readiness', { query: { limit: 100 }, signal }),
  staleTime: 10_000,
});
