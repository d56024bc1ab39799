import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { readIn } from '../own-language.ts';
import { byOffset } from './by-offset.ts';

/** Identifies a page. Without `langid` the page is read in the language of the interface, if it was written in it. */
export interface PageAddress {
  namespace: string;
  title: string;
  langid?: string | undefined;
}

const paramsOf = ({ namespace, title }: PageAddress) => ({ namespace, title });
const keyOf = ({ namespace, title, langid = '' }: PageAddress) => ['wiki', namespace, title, langid] as const;

export const wikiQuery = (page: PageAddress) =>
  queryOptions({
    queryKey: keyOf(page),
    queryFn: ({ signal }) =>
      api('GET /wikis/{namespace}/{title}', {
        params: paramsOf(page),
        query: readIn(page.langid),
        signal,
      }),
  });

/** The page in the site's language, from which the others are translated. */
export const originalPageQuery = (page: PageAddress) =>
  queryOptions({
    queryKey: [...keyOf(page), 'original'],
    queryFn: ({ signal }) => api('GET /wikis/{namespace}/{title}', { params: paramsOf(page), signal }),
  });

export const wikiVersionQuery = (page: PageAddress, revisionid: number) =>
  queryOptions({
    queryKey: [...keyOf(page), 'version', revisionid],
    queryFn: ({ signal }) =>
      api('GET /wikis/{namespace}/{title}', {
        params: paramsOf(page),
        query: { revisionid, ...readIn(page.langid) },
        signal,
      }),
  });

const pageSize = 50;

export const wikiRevisionsQuery = (page: PageAddress) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(page), 'revisions'],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/wikis/{namespace}/{title}/revisions', {
        params: paramsOf(page),
        query: { limit: pageSize, offset, ...readIn(page.langid) },
        signal,
      }),
    ...byOffset(pageSize, (answer: readonly unknown[]) => answer.length),
  });
