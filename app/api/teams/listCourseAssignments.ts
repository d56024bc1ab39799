import { courseAssignments } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { teamParams } from './team-fields.ts';

export const listCourseAssignments = defineEndpoint({
  route: 'GET /teams/{teamid}/course_assignments',
  summary: 'Course assignments of a team: always none, because there are no courses here',
  auth: 'public',
  params: teamParams,
  response: courseAssignments,
  errors: ['not-found'],
  example: { params: { teamid: '1' } },
  handler: ({ params, actor, ctx }) => {
    ctx.store.read(actor, (s) => s.teams.require(params.teamid));
    return { response: [] };
  },
});
