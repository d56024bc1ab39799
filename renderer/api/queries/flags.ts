import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { templateFlag } from '../../../shared/model/flag.ts';
import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';
import { byOffset } from './by-offset.ts';

export const flagsQuery = queryOptions({
  queryKey: [...adminKey, 'flags'],
  queryFn: ({ signal }) => api('GET /benchside/flags', { signal }),
});

const pageSize = 50;

export const flaggedQuery = (flagid: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'flagged', flagid],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/flags/{flagid}/guides', {
        params: { flagid },
        query: { limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: readonly unknown[]) => page.length),
    placeholderData: keepPreviousData,
  });

/** Guides that authors start new ones from, the newest first; a list to choose from needs no more than 200. */
export const templatesQuery = queryOptions({
  queryKey: [...adminKey, 'templates'],
  queryFn: ({ signal }) =>
    api('GET /benchside/flags/{flagid}/guides', {
      params: { flagid: templateFlag },
      query: { limit: 200 },
      signal,
    }),
  staleTime: 0,
});
