import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const removeFavorite = defineEndpoint({
  route: 'DELETE /user/favorites/guides/{guideid}',
  summary: 'Remove a guide from the favorites',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found'],
  example: { params: { guideid: '1' } },
  handler: ({ params: { guideid }, write }) => write((s) => s.favorites.markFavorite(guideid, false)),
});
