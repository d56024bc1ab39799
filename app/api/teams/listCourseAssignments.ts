import { courseAssignments } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { teamParams } from './team-fields.ts';

export const listCourseAssignments = defineEndpoint({
  route: 'GET /teams/{teamid}/course_assignments',
  summary: 'Course assignments of a team: none, because a hub has no courses',
  description:
    'A third-party site may have courses: its desks ask it, and answer 503 while it cannot be reached.',
  auth: 'public',
  params: teamParams,
  response: courseAssignments,
  errors: ['not-found', 'unavailable'],
  example: { params: { teamid: '1' } },
  handler: ({ params, actor, ctx, request }) => {
    const { store, identity } = ctx;
    if (identity.forward && store.read(actor, (s) => s.meta.hasForeignRules))
      return identity.forward({ request, method: 'GET', body: undefined, isOpen: false }, actor);
    store.read(actor, (s) => s.teams.require(params.teamid));
    return { response: [] };
  },
});
