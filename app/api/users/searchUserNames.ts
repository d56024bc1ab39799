import { z } from 'zod';

import { searchNames } from '../../store/users/search.ts';
import { defineEndpoint } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const searchUserNames = defineEndpoint({
  route: 'GET /users/searchnames/{search}',
  summary: 'Deprecated, use `/users/search/{search}`: users by username or unique username',
  auth: 'public',
  params: z.object({ search: z.string().trim().min(1) }),
  query: z.object(paging),
  response: z.array(
    z.object({
      userid: z.int(),
      username: z.string(),
      unique_username: z.string().nullable(),
      image: z.object({ mini: z.string() }).nullable(),
    }),
  ),
  example: { params: { search: 'tomas' } },
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.read(actor, (s) =>
      searchNames(s, params.search, query).map((id) => {
        const { userid, username, unique_username, image } = s.users.summary(id);
        return { userid, username, unique_username, image: image && { mini: image.mini ?? image.original } };
      }),
    ),
});
