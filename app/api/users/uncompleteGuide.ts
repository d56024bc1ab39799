import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { changeMark } from './change-mark.ts';

export const uncompleteGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}/completed',
  summary: 'Take back that the current user completed a guide',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'unavailable'],
  handler: ({ params: { guideid }, actor, ctx }) =>
    changeMark(ctx, actor, guideid, { list: 'completions', wanted: false }),
});
