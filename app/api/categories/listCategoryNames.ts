import { z } from 'zod';

import { titlesOf } from '../../store/wikis/hierarchy.ts';
import { defineEndpoint } from '../endpoint.ts';
import { paging } from '../fields.ts';

/** Not clamped: clients ask for everything at once (CONTRACT 8.4). */
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be at least 1')
  .transform(Number)
  .optional();

export const listCategoryNames = defineEndpoint({
  route: 'GET /categories/all',
  summary: 'All category titles in one list, stubs too; all of them unless a limit is given',
  auth: 'public',
  query: z.object({ offset: paging.offset, limit }),
  response: z.array(z.string()),
  pure: true,
  example: { query: { limit: '100' } },
  handler: ({ query, read }) => {
    const titles = titlesOf(read((s) => s.wikis.hierarchy({ includeStubs: true })));
    return titles.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit);
  },
});
