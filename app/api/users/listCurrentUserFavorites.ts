import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';
import { favorite } from './user-fields.ts';

export const listCurrentUserFavorites = defineEndpoint({
  route: 'GET /user/favorites/guides',
  summary: 'Guides the current user marked as favorites, newest first',
  auth: 'user',
  query: z.object(paging),
  response: z.array(favorite),
  example: {},
  handler: ({ query, actor, ctx }) =>
    new JsonText(`[${ctx.store.read(actor, (s) => s.favorites.favorites(actor.userid, query)).join(',')}]`),
});
