import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

export const synonymsQuery = queryOptions({
  queryKey: [...adminKey, 'synonyms'],
  queryFn: ({ signal }) => api('GET /benchside/synonyms', { signal }),
});

/** Searches that found nothing; only a hub has them. */
export const failedSearchesQuery = queryOptions({
  queryKey: [...adminKey, 'failed-searches'],
  queryFn: async ({ signal }) => (await api('GET /benchside/failed-searches', { signal })).results,
});

export const glossaryQuery = queryOptions({
  queryKey: [...adminKey, 'glossary'],
  queryFn: ({ signal }) => api('GET /translation_glossary/entries', { signal }),
});
