import { z } from 'zod';

import { userSummary } from '../../../../shared/model/user.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { guideUserParams, mayChange } from './collaborator-fields.ts';

export const removeGuideUser = defineEndpoint({
  route: 'DELETE /guides/{guideid}/users/{userid}',
  summary: 'Detach a user from a guide. Answers the remaining users',
  auth: 'user',
  params: guideUserParams,
  response: z.object({ users: z.array(userSummary) }),
  errors: ['not-found', 'forbidden'],
  may: mayChange,
  example: { params: { guideid: '1', userid: '6' } },
  handler: ({ params: { guideid, userid }, write }) =>
    write((s) => {
      s.collaborators.set(guideid, 'user', userid, false);
      return new JsonText(`{"users":${s.collaborators.usersText(guideid)}}`);
    }),
});
