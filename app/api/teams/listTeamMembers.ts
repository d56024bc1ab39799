import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { teamParams } from './team-fields.ts';

export const listTeamMembers = defineEndpoint({
  route: 'GET /teams/{teamid}',
  summary: 'All members of a team, the earliest first',
  auth: 'public',
  params: teamParams,
  response: z.array(userSummary),
  errors: ['not-found'],
  example: { params: { teamid: '1' } },
  handler: ({ params, read }) =>
    read((s) => new JsonText(s.teams.membersText(s.teams.require(params.teamid).teamid))),
});
