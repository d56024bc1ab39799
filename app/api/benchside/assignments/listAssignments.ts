import { z } from 'zod';

import { assignment } from '../../../../shared/model/assignment.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const listAssignments = defineEndpoint({
  route: 'GET /benchside/assignments',
  summary: 'Assigned work that you may see and that is not done: what is due first comes first',
  auth: 'user',
  response: z.object({ results: z.array(assignment) }),
  example: {},
  handler: ({ actor, ctx }) => ({ results: ctx.store.read(actor, (s) => s.assignments.list()) }),
});
