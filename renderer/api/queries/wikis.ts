import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { byOffset } from './by-offset.ts';

export const wikiQuery = (namespace: string, title: string) =>
  queryOptions({
    queryKey: ['wiki', namespace, title],
    queryFn: ({ signal }) => api('GET /wikis/{namespace}/{title}', { params: { namespace, title }, signal }),
  });

export const wikiVersionQuery = (namespace: string, title: string, revisionid: number) =>
  queryOptions({
    queryKey: ['wiki', namespace, title, 'version', revisionid],
    queryFn: ({ signal }) =>
      api('GET /wikis/{namespace}/{title}', { params: { namespace, title }, query: { revisionid }, signal }),
  });

const pageSize = 50;

export const wikiRevisionsQuery = (namespace: string, title: string) =>
  infiniteQueryOptions({
    queryKey: ['wiki', namespace, title, 'revisions'],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/wikis/{namespace}/{title}/revisions', {
        params: { namespace, title },
        query: { limit: pageSize, offset },
        signal,
      }),
    ...byOffset(pageSize, (page: readonly unknown[]) => page.length),
  });
