import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { SearchResults } from '../../../shared/model/benchside.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { SearchPlace } from '../../location.ts';
import { api } from '../client.ts';
import { inOwnLanguage } from '../own-language.ts';

const pageSize = 20;

export const searchResultsQuery = ({ q, category, type }: SearchPlace) =>
  infiniteQueryOptions({
    queryKey: ['search', q, category ?? null, type ?? null],
    queryFn: ({ signal, pageParam: offset }) =>
      api('GET /benchside/search', {
        query: {
          q,
          limit: pageSize,
          offset,
          category: category || undefined,
          type: type || undefined,
          ...inOwnLanguage(),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.hits.length, 0);
      return last.hits.length > 0 && shown < last.total ? shown : undefined;
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** Jobs by work order number, and people with jobs by name. */
export const workSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'work', q],
    queryFn: ({ signal }) => api('GET /benchside/search/work', { query: { q, ...inOwnLanguage() }, signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** The best few guides and pages, for the command palette. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'palette', q],
    queryFn: async ({ signal }) =>
      (await api('GET /benchside/search', { query: { q, limit: 7, ...inOwnLanguage() }, signal })).hits,
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });

const guidesAmong = (hits: SearchResults['hits']): GuideSummary[] =>
  hits.flatMap((hit) => (hit.kind === 'guide' ? [hit.guide] : []));

/** The best guides that have all of these words, and how many guides and pages have them. */
export const mentionsQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'mentions', words],
    queryFn: async ({ signal }): Promise<{ guides: GuideSummary[]; total: number }> => {
      const { hits, corrected, total } = await api('GET /benchside/search', {
        query: { q: words, limit: 13, ...inOwnLanguage() },
        signal,
      });
      if (corrected !== null) return { guides: [], total: 0 };
      return { guides: guidesAmong(hits), total };
    },
  });

/** The best matching guides; without words, any guides. */
export const guidesFor = (words: string) =>
  queryOptions({
    queryKey: ['search', 'guides', words],
    queryFn: async ({ signal }): Promise<GuideSummary[]> => {
      if (words === '') return api('GET /guides', { query: { limit: 12, ...inOwnLanguage() }, signal });
      const { hits } = await api('GET /benchside/search', {
        query: { q: words, limit: 12, ...inOwnLanguage() },
        signal,
      });
      return guidesAmong(hits);
    },
    placeholderData: keepPreviousData,
  });
