import { assignment, newAssignment } from '../../../../shared/model/assignment.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const createAssignment = defineEndpoint({
  route: 'POST /benchside/assignments',
  summary: 'Assign a work order to a person, to the people at a bench, or to a person at a bench',
  auth: 'user',
  body: newAssignment,
  response: assignment,
  status: 201,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['author', 'admin'],
  example: { body: { guideid: 1, workorderid: 'WO-1207', userid: 2, due: '2026-12-01' } },
  handler: ({ body, write }) => write((s) => s.assignments.create(body)),
});
