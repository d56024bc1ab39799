import { z } from 'zod';

import { forbidden } from '../../../shared/errors.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const revokeUserTokens = defineEndpoint({
  route: 'DELETE /benchside/users/{userid}/tokens',
  summary: 'Sign a person out everywhere; only admins sign out others',
  auth: 'user',
  forwarded: true,
  may: ['owner', 'admin'],
  params: z.object({ userid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  example: { params: { userid: '2' } },
  handler: ({ params: { userid }, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      if (userid !== actor.userid && !isAdmin(actor))
        throw forbidden('Only admins may sign others out.', ['Admin']);
      s.sessions.endAll(s.users.requireRow(userid).userid);
    }),
});
