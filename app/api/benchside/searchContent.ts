import { z } from 'zod';

import { searchResults } from '../../../shared/model/benchside.ts';
import { hitTexts } from '../../store/search/page.ts';
import { totalCap } from '../../store/search/reader.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { langidQuery, paging } from '../fields.ts';

export const searchContent = defineEndpoint({
  route: 'GET /benchside/search',
  summary: 'Search guides and wikis during typing; `category` includes everything below it',
  auth: 'public',
  rate: 'searches',
  query: z.object({
    ...paging,
    q: z.string().default(''),
    category: z.string().optional(),
    type: z.string().optional(),
    ...langidQuery.shape,
  }),
  response: searchResults,
  example: { query: { q: 'pump' } },
  handler: ({ query: { q, langid, ...options }, read }) =>
    read((s) => {
      const found = s.search.find({ text: q, ...options });
      const { categories, types } = s.search.facetsOf(found, options);
      const results = {
        query: q.toWellFormed(),
        total: found.total,
        totalCap,
        corrected: found.corrected,
        categories: categories.map(([category, count]) => ({ category, count })),
        types: types.map(([type, count]) => ({ type, count })),
      };
      return new JsonText(
        `${JSON.stringify(results).slice(0, -1)},"hits":[${hitTexts(s, found).join(',')}]}`,
      );
    }),
});
