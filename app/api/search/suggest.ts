import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { searchEverything } from './search-everything.ts';
import { result, searchParams, searchQuery } from './search-fields.ts';

/** Not in the contract; see `search.ts`. */
export const suggest = defineEndpoint({
  route: 'GET /suggest/{query}',
  summary: 'Suggestions for an incomplete query, the best first',
  auth: 'public',
  rate: 'searches',
  params: searchParams,
  query: searchQuery,
  response: z.object({ query: z.string(), results: z.array(result) }),
  pure: true,
  example: { params: { query: 'hydr' }, query: { doctypes: 'guide,category' } },
  handler: ({ params, query, read }) =>
    read((s) => {
      const { results } = searchEverything(s, params.query, query);
      return new JsonText(
        `{"query":${JSON.stringify(params.query.toWellFormed())},"results":[${results.join(',')}]}`,
      );
    }),
});
