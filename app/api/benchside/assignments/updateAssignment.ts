import { assignment, newAssignment } from '../../../../shared/model/assignment.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { assignmentParams } from './getAssignment.ts';

export const updateAssignment = defineEndpoint({
  route: 'PUT /benchside/assignments/{assignmentid}',
  summary: 'Change assigned work: all its fields at once',
  auth: 'user',
  params: assignmentParams,
  body: newAssignment,
  response: assignment,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['author', 'admin'],
  example: {
    params: { assignmentid: '1' },
    body: { guideid: 1, workorderid: 'WO-1207', userid: 2, due: '2026-12-04' },
  },
  handler: ({ params, body, write }) => write((s) => s.assignments.update(params.assignmentid, body)),
});
