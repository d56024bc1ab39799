import { z } from 'zod';

import { userSummary } from '../../../shared/model/user.ts';
import { limitJoinCode } from '../../identity/attempt-limit.ts';
import { peerOf } from '../../identity/token.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { joinCode, memberParams } from './team-fields.ts';

export const addTeamMember = defineEndpoint({
  route: 'PUT /teams/{teamid}/users/{userid}',
  summary: 'Add a person to a team; people join by themselves with its join code. Answers all members',
  auth: 'user',
  params: memberParams,
  query: joinCode,
  body: joinCode,
  response: z.array(userSummary),
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { teamid: '1', userid: '6' }, body: {} },
  handler: ({ params: { teamid, userid }, query, body, actor, ctx, request, write }) => {
    const code = query.join_code ?? body.join_code;
    const join = () =>
      write((s) => {
        s.teams.join(teamid, userid, code);
        return new JsonText(s.teams.membersText(teamid));
      });
    // A desk leaves checking the code to the site.
    if (!code || ctx.config.profile === 'desk') return join();
    const who = { userid: actor.userid, teamid, address: peerOf(request) };
    return limitJoinCode(ctx.store, who, join);
  },
});
