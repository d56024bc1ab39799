import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const searchUsers = defineEndpoint({
  route: 'GET /users/search/{search}',
  summary: 'Users by userid, unique username, username or e-mail address; exact matches first',
  auth: 'public',
  params: z.object({ search: z.string().trim().min(1) }),
  query: z.object(paging),
  response: z.array(userSummary),
  example: { params: { search: 'tomas' } },
  handler: ({ params, query, actor, ctx }) =>
    new JsonText(`[${ctx.store.read(actor, (s) => s.users.search(params.search, query)).join(',')}]`),
});
