import { z } from 'zod';

import { forbidden, unauthorized } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { hashToken, newToken } from '../../identity/hub.ts';
import { hashPassword } from '../../identity/password.ts';
import { defineEndpoint } from '../endpoint.ts';
import { uniqueUsername, username } from '../users/user-fields.ts';

export const registerUser = defineEndpoint({
  route: 'POST /users',
  summary: 'Create an account; for admins only where public registration is off',
  auth: 'open',
  profile: 'hub',
  body: z.object({
    email: z.email().max(320),
    username,
    unique_username: uniqueUsername.nullable().optional(),
    password: z.string().min(10, 'must have at least 10 characters').max(1000),
  }),
  response: user,
  status: 201,
  errors: ['unauthorized', 'forbidden'],
  handler: async ({ body: { password, ...fields }, actor, ctx }) => {
    if (actor?.role !== 'admin' && !ctx.store.read(actor, (s) => s.meta.site.publicRegistration)) {
      if (!actor) throw unauthorized('Accounts of this site are made by its admins.');
      throw forbidden('Accounts of this site are made by its admins.', ['Admin']);
    }
    const passwordHash = await hashPassword(password);
    const authToken = newToken();
    return ctx.store.transact(actor, (s) => {
      const userid = s.users.create({ ...fields, passwordHash, role: 'technician' });
      s.users.addSession(userid, hashToken(authToken));
      return { ...s.users.user(userid), authToken };
    });
  },
});
