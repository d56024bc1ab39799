import { z } from 'zod';

import { userSummary } from '../../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { guideUserParams, mayChange } from './collaborator-fields.ts';

export const addGuideUser = defineEndpoint({
  route: 'PUT /guides/{guideid}/users/{userid}',
  summary: 'Attach a user to a guide, who may then see and edit it. Answers all attached users',
  auth: 'user',
  params: guideUserParams,
  response: z.array(userSummary),
  status: 201,
  errors: ['not-found', 'forbidden'],
  may: mayChange,
  example: { params: { guideid: '1', userid: '6' } },
  handler: ({ params: { guideid, userid }, write }) =>
    write((s) => {
      s.collaborators.set(guideid, 'user', userid, true);
      return new JsonText(s.collaborators.usersText(guideid));
    }),
});
