import { z } from 'zod';

import { forbidden, notFound } from '../../../shared/errors.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const revokeToken = defineEndpoint({
  route: 'DELETE /benchside/tokens/{tokenid}',
  summary: 'End one token; of others for admins only',
  auth: 'user',
  forwarded: true,
  may: ['owner', 'admin'],
  params: z.object({ tokenid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  example: { params: { tokenid: '2' } },
  handler: ({ params: { tokenid }, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const token = s.sessions.row(tokenid);
      if (!token) throw notFound('Token');
      if (token.userid !== actor.userid && !isAdmin(actor))
        throw forbidden('Only admins may end the sign-ins of others.', ['Admin']);
      s.sessions.endOne(tokenid);
    }),
});
