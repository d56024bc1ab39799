import { z } from 'zod';

import { assignment } from '../../../../shared/model/assignment.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { langidQuery } from '../../fields.ts';

export const listAssignments = defineEndpoint({
  route: 'GET /benchside/assignments',
  summary: 'Assigned work that you may see and that is not done: what is due first comes first',
  auth: 'user',
  query: langidQuery,
  response: z.object({ results: z.array(assignment) }),
  example: {},
  handler: ({ read }) => ({
    results: read((s) => s.assignments.list()),
  }),
});
