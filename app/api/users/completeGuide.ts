import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const completeGuide = defineEndpoint({
  route: 'PUT /guides/{guideid}/completed',
  summary: 'Mark a guide as completed by the current user',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params: { guideid }, write }) => write((s) => s.favorites.markCompleted(guideid, true)),
});
