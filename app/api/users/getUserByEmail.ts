import { z } from 'zod';

import { forbidden, notFound } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { onSiteOnly } from './search-text.ts';

export const getUserByEmail = defineEndpoint({
  route: 'GET /users/email/{email}',
  summary: 'Profile by email address: people find their own, admins all',
  description:
    'E-mail addresses are private: for everyone else this is 403, whether or not the address has an account.',
  auth: 'user',
  params: z.object({ email: z.string().trim().min(1) }),
  response: user,
  errors: ['not-found', 'forbidden', 'unavailable'],
  may: ['owner', 'admin'],
  example: { params: { email: 'tomas@example.org' } },
  handler: ({ params, actor, read }) =>
    read((s) => {
      const row = s.users.findByEmail(params.email);
      // Refused even if the account does not exist.
      if (row?.userid !== actor.userid && !isAdmin(actor))
        throw forbidden('Only admins may look up other people by email address.', ['Admin']);
      if (!row && s.meta.isDesk) throw onSiteOnly();
      if (!row) throw notFound('User');
      return s.users.user(row.userid);
    }),
});
