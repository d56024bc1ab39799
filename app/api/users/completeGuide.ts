import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { changeMark } from './change-mark.ts';

export const completeGuide = defineEndpoint({
  route: 'PUT /guides/{guideid}/completed',
  summary: 'Mark a guide as completed by the current user',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'unavailable'],
  handler: ({ params: { guideid }, actor, ctx }) =>
    changeMark(ctx, actor, guideid, { list: 'completions', wanted: true }),
});
