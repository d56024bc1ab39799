import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { memberParams } from './team-fields.ts';

export const removeTeamMember = defineEndpoint({
  route: 'DELETE /teams/{teamid}/users/{userid}',
  summary: 'Remove a person from a team; people can leave by themselves. Answers the remaining members',
  auth: 'user',
  params: memberParams,
  response: z.array(userSummary),
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { teamid: '1', userid: '5' } },
  handler: ({ params: { teamid, userid }, write }) =>
    write((s) => {
      s.teams.leave(teamid, userid);
      return new JsonText(s.teams.membersText(teamid));
    }),
});
