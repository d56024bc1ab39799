import { z } from 'zod';

import { userSummary } from '../../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { guideParams } from './collaborator-fields.ts';

export const listGuideUsers = defineEndpoint({
  route: 'GET /guides/{guideid}/users',
  summary: 'Users attached to a guide',
  auth: 'public',
  params: guideParams,
  response: z.array(userSummary),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, read }) =>
    read((s) => new JsonText(s.collaborators.usersText(s.guides.requireVisible(params.guideid).guideid))),
});
