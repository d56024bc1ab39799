import { z } from 'zod';

import { searchedWords } from '../../../../shared/model/failed-search.ts';
import { noteFailedSearch } from '../../../store/search/failed-searches.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const addFailedSearch = defineEndpoint({
  route: 'POST /benchside/failed-searches',
  summary: 'Report that a search found nothing with all of its words; ignored if the hub finds something',
  auth: 'user',
  rate: 'failedSearches',
  body: z.object({ words: searchedWords }),
  response: z.void(),
  errors: ['invalid'],
  example: { body: { words: 'unknown pump' } },
  handler: ({ body: { words }, write }) => write((s) => noteFailedSearch(s, words)),
});
