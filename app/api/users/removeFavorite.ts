import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { changeMark } from './change-mark.ts';

export const removeFavorite = defineEndpoint({
  route: 'DELETE /user/favorites/guides/{guideid}',
  summary: 'Take a guide off the favorites',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'unavailable'],
  handler: ({ params: { guideid }, actor, ctx }) =>
    changeMark(ctx, actor, guideid, { list: 'favorites', wanted: false }),
});
