import { guideTeams } from '../../../../shared/model/team.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { guideParams } from './collaborator-fields.ts';

export const listGuideTeams = defineEndpoint({
  route: 'GET /guides/{guideid}/teams',
  summary: 'Teams attached to a guide, and the current user’s rights on the guide',
  auth: 'public',
  params: guideParams,
  response: guideTeams,
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, read }) => read((s) => s.collaborators.teams(s.guides.requireVisible(params.guideid))),
});
