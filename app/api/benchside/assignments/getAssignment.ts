import { z } from 'zod';

import { assignment } from '../../../../shared/model/assignment.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';

export const assignmentParams = z.object({ assignmentid: idParam });

export const getAssignment = defineEndpoint({
  route: 'GET /benchside/assignments/{assignmentid}',
  summary:
    'One assignment: your own, and that of a bench if you may see the guide; leads see those of all guides they may see',
  auth: 'user',
  params: assignmentParams,
  response: assignment,
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'author', 'admin'],
  example: { params: { assignmentid: '1' } },
  handler: ({ params, read }) => read((s) => s.assignments.require(params.assignmentid)),
});
