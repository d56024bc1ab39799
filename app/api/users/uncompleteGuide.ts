import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const uncompleteGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}/completed',
  summary: 'Remove the current user’s completion of a guide',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found'],
  example: { params: { guideid: '1' } },
  handler: ({ params: { guideid }, write }) => write((s) => s.favorites.markCompleted(guideid, false)),
});
