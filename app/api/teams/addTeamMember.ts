import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { memberParams } from './team-fields.ts';

const joinCode = z.object({ join_code: z.string().optional() });

export const addTeamMember = defineEndpoint({
  route: 'PUT /teams/{teamid}/users/{userid}',
  summary:
    'Put somebody into a team; everybody may join by themselves with its join code. Answers all members',
  auth: 'user',
  params: memberParams,
  query: joinCode,
  body: joinCode,
  response: z.array(userSummary),
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { teamid: '1', userid: '6' } },
  handler: ({ params: { teamid, userid }, query, body, write }) =>
    write((s) => {
      s.teams.join(teamid, userid, query.join_code ?? body.join_code);
      return new JsonText(s.teams.membersText(teamid));
    }),
});
