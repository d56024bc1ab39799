import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery, idParam } from '../fields.ts';
import { favorite } from './user-fields.ts';

export const listUserFavorites = defineEndpoint({
  route: 'GET /users/{userid}/favorites/guides',
  summary: 'Guides a user marked as favorites, newest first, as far as the asking person may see them',
  description: 'A desk lists none for people who never signed in there.',
  auth: 'public',
  params: z.object({ userid: idParam }),
  query: guidesQuery,
  response: z.array(favorite),
  errors: ['not-found'],
  example: { params: { userid: '2' } },
  handler: ({ params, query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store
        .read(
          actor,
          (s) => s.favorites.favorites(s.users.requireRow(params.userid).userid, query),
          query.langid,
        )
        .join(',')}]`,
    ),
});
