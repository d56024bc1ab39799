import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { searchEverything } from './search-everything.ts';
import { result, searchParams, searchQuery } from './search-fields.ts';

/** Not in the contract, but the official apps use it (CONTRACT 11.4). */
export const search = defineEndpoint({
  route: 'GET /search/{query}',
  summary: 'Guides, wikis and people by words; at most 200 are counted',
  auth: 'public',
  rate: 'searches',
  params: searchParams,
  query: searchQuery,
  response: z.object({
    search: z.string(),
    limit: z.int(),
    offset: z.int(),
    totalResults: z.int(),
    moreResults: z.boolean(),
    results: z.array(result),
  }),
  pure: true,
  example: { params: { query: 'pump' }, query: { filter: 'guide,category' } },
  handler: ({ params, query: { doctypes, limit, offset }, read }) =>
    read((s) => {
      const { total, results } = searchEverything(s, params.query, { doctypes, limit, offset });
      const head = {
        search: params.query.toWellFormed(),
        limit,
        offset,
        totalResults: total,
        moreResults: offset + limit < total,
      };
      return new JsonText(`${JSON.stringify(head).slice(0, -1)},"results":[${results.join(',')}]}`);
    }),
});
