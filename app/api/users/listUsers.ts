import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { order, paging, sinceQuery } from '../fields.ts';

export const listUsers = defineEndpoint({
  route: 'GET /users',
  summary: 'Users, by userid',
  auth: 'public',
  query: z.object({
    ...paging,
    order,
    joinedSince: sinceQuery,
  }),
  response: z.array(userSummary),
  example: { query: { order: 'DESC', limit: '10' } },
  handler: ({ query, read }) => new JsonText(`[${read((s) => s.users.list(query)).join(',')}]`),
});
