import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { byOffset } from './by-offset.ts';

export const badgesQuery = queryOptions({
  queryKey: [...adminKey, 'badges'],
  queryFn: ({ signal }) => api('GET /user/badges', { signal }),
});

export const earnedQuery = (userid: number) =>
  queryOptions({
    queryKey: [...adminKey, 'badges', userid],
    queryFn: ({ signal }) => api('GET /users/{userid}/badges', { params: { userid }, signal }),
  });

const pageSize = 50;

export const holdersQuery = (badgeid: number) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'holders', badgeid],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/badges/{badgeid}/people', {
        params: { badgeid },
        query: { limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: readonly unknown[]) => page.length),
    placeholderData: keepPreviousData,
  });
