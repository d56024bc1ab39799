import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { order, paging } from '../fields.ts';

export const listTags = defineEndpoint({
  route: 'GET /tags',
  summary: 'All tags in use, oldest first',
  auth: 'public',
  query: z.object({ ...paging, order }),
  response: z.array(z.string()),
  example: { query: { order: 'DESC' } },
  handler: ({ query, read }) => read((s) => s.tags.all(query)),
});
