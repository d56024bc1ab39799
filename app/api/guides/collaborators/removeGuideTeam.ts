import { guideTeams } from '../../../../shared/model/team.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { guideTeamParams, mayChange } from './collaborator-fields.ts';

export const removeGuideTeam = defineEndpoint({
  route: 'DELETE /guides/{guideid}/teams/{teamid}',
  summary: 'Detach a team from a guide. Answers the remaining teams',
  auth: 'user',
  params: guideTeamParams,
  response: guideTeams,
  errors: ['not-found', 'forbidden'],
  may: mayChange,
  example: { params: { guideid: '1', teamid: '1' } },
  handler: ({ params: { guideid, teamid }, write }) =>
    write((s) => s.collaborators.teams(s.collaborators.set(guideid, 'team', teamid, false))),
});
