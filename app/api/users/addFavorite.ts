import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const addFavorite = defineEndpoint({
  route: 'PUT /user/favorites/guides/{guideid}',
  summary: 'Mark a guide as a favorite',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params: { guideid }, write }) => write((s) => s.favorites.markFavorite(guideid, true)),
});
