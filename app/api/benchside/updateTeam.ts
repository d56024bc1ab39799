import { teamAttributes } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { teamFields, teamParams } from '../teams/team-fields.ts';

export const updateTeam = defineEndpoint({
  route: 'PATCH /benchside/teams/{teamid}',
  summary: 'Change the given attributes of a team; a new owner becomes a member',
  auth: 'admin',
  params: teamParams,
  body: teamFields,
  response: teamAttributes,
  errors: ['not-found'],
  example: { params: { teamid: '1' }, body: { description: 'Pumps, cylinders and hoses.' } },
  handler: ({ params: { teamid }, body, write }) =>
    write((s) => {
      s.teams.update(teamid, body);
      return s.teams.attributes(teamid);
    }),
});
