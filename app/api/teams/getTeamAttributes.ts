import { teamAttributes } from '../../../shared/model/team.ts';
import { defineEndpoint } from '../endpoint.ts';
import { teamParams } from './team-fields.ts';

export const getTeamAttributes = defineEndpoint({
  route: 'GET /teams/{teamid}/attributes',
  summary: 'A team with the text of its TEAM page; its owner and admins see its join code, too',
  auth: 'public',
  params: teamParams,
  response: teamAttributes,
  errors: ['not-found'],
  example: { params: { teamid: '1' } },
  handler: ({ params, read }) => read((s) => s.teams.attributes(params.teamid)),
});
