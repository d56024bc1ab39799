import { guideTeams } from '../../../../shared/model/team.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { guideTeamParams, mayChange } from './collaborator-fields.ts';

export const addGuideTeam = defineEndpoint({
  route: 'PUT /guides/{guideid}/teams/{teamid}',
  summary: 'Let the members of a team see and edit a guide with its owner. Answers all such teams',
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
