import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery } from '../fields.ts';
import { favorite } from './user-fields.ts';

export const listCurrentUserFavorites = defineEndpoint({
  route: 'GET /user/favorites/guides',
  summary: 'Guides the current user marked as favorites, newest first',
  auth: 'user',
  query: guidesQuery,
  response: z.array(favorite),
  example: {},
  handler: ({ query, actor, read }) =>
    new JsonText(`[${read((s) => s.favorites.favorites(actor.userid, query)).join(',')}]`),
});
