import { queryOptions } from '@tanstack/react-query';

import { api } from '../client.ts';
import { adminKey } from './admin-key.ts';

export const synonymsQuery = queryOptions({
  queryKey: [...adminKey, 'synonyms'],
  queryFn: ({ signal }) => api('GET /benchside/synonyms', { signal }),
});

export const glossaryQuery = queryOptions({
  queryKey: [...adminKey, 'glossary'],
  queryFn: ({ signal }) => api('GET /translation_glossary/entries', { signal }),
});
