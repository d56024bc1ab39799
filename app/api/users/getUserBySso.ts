import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getUserBySso = defineEndpoint({
  route: 'GET /users/sso/{sso_userid}',
  summary: 'Public profile of a user by the id that another system knows them by',
  auth: 'public',
  params: z.object({ sso_userid: z.string().trim().min(1) }),
  response: user,
  errors: ['not-found'],
  example: { params: { sso_userid: 'tomas-17' } },
  handler: ({ params, read }) =>
    read((s) => {
      const row = s.users.findBySso(params.sso_userid);
      if (!row) throw notFound('User');
      return s.users.user(row.userid);
    }),
});
