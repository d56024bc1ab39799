import { z } from 'zod';

import { defineEndpoint } from '../../endpoint.ts';
import { assignmentParams } from './getAssignment.ts';

export const deleteAssignment = defineEndpoint({
  route: 'DELETE /benchside/assignments/{assignmentid}',
  summary: 'Remove assigned work; a job that was started stays',
  auth: 'user',
  params: assignmentParams,
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  may: ['author', 'admin'],
  example: { params: { assignmentid: '1' } },
  handler: ({ params, write }) => write((s) => s.assignments.delete(params.assignmentid)),
});
