import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';
import { onSiteOnly, searchText } from './search-text.ts';

export const searchUsers = defineEndpoint({
  route: 'GET /users/search/{search}',
  summary: 'Users by userid, unique username, username or e-mail address; exact matches first',
  description:
    'People who signed in find a whole e-mail address; only admins find parts of one; without a sign-in addresses are not searched.',
  auth: 'public',
  rate: 'searches',
  params: z.object({ search: z.string().trim().min(1) }),
  query: z.object(paging),
  response: z.array(userSummary),
  example: { params: { search: 'tomas' } },
  handler: ({ params, query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store
        .read(actor, (s) => {
          const found = searchText(params.search, query, (text, page) => s.users.search(text, page));
          const isAddress = actor !== null && params.search.includes('@');
          if (found.length === 0 && query.offset === 0 && isAddress && s.meta.isDesk) throw onSiteOnly();
          return found;
        })
        .join(',')}]`,
    ),
});
