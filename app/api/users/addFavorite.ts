import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { changeMark } from './change-mark.ts';

export const addFavorite = defineEndpoint({
  route: 'PUT /user/favorites/guides/{guideid}',
  summary: 'Mark a guide as a favorite',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'unavailable'],
  handler: ({ params: { guideid }, actor, ctx }) =>
    changeMark(ctx, actor, guideid, { list: 'favorites', wanted: true }),
});
