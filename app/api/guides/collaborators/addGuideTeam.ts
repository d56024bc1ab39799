import { guideTeams } from '../../../../shared/model/team.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { guideTeamParams, mayChange } from './collaborator-fields.ts';

export const addGuideTeam = defineEndpoint({
  route: 'PUT /guides/{guideid}/teams/{teamid}',
  summary: 'Attach a team to a guide, whose members may then see and edit it. Answers all attached teams',
  auth: 'user',
  params: guideTeamParams,
  response: guideTeams,
  status: 201,
  errors: ['not-found', 'forbidden'],
  may: mayChange,
  example: { params: { guideid: '1', teamid: '1' } },
  handler: ({ params: { guideid, teamid }, write }) =>
    write((s) => s.collaborators.teams(s.collaborators.set(guideid, 'team', teamid, true))),
});
