import { z } from 'zod';

import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getUser = defineEndpoint({
  route: 'GET /users/{userid}',
  summary: 'Public profile of a user',
  auth: 'public',
  params: z.object({ userid: idParam }),
  response: user,
  errors: ['not-found'],
  example: { params: { userid: '2' } },
  handler: ({ params, read }) => read((s) => s.users.user(params.userid)),
});
