import { z } from 'zod';

import { forbidden, unauthorized } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { requireAppId } from '../../identity/app-id.ts';
import { hashPassword, newPassword } from '../../identity/password.ts';
import { hashToken, newToken, userAgentOf } from '../../identity/token.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { uniqueUsername, username } from '../users/user-fields.ts';

export const registerUser = defineEndpoint({
  route: 'POST /users',
  summary: 'Create an account; for admins only where public registration is off',
  auth: 'open',
  forwarded: true,
  may: ['admin'],
  body: z.object({
    email: z.email().max(320),
    username,
    unique_username: uniqueUsername.nullable().optional(),
    password: newPassword,
  }),
  response: user,
  status: 201,
  errors: ['bad-json', 'unauthorized', 'forbidden', 'unavailable'],
  example: {
    body: {
      email: 'nora@example.org',
      username: 'Nora Lind',
      unique_username: 'nora_lind',
      password: 'a long enough password',
    },
  },
  handler: async ({ body: { password, ...fields }, actor, ctx, request }) => {
    requireAppId(ctx.store, request);
    if (!isAdmin(actor) && !ctx.store.read(actor, (s) => s.meta.site.publicRegistration)) {
      if (!actor) throw unauthorized('Accounts of this site are made by its admins.');
      throw forbidden('Accounts of this site are made by its admins.', ['Admin']);
    }
    const passwordHash = await hashPassword(password);
    const authToken = newToken();
    return ctx.store.transact(actor, (s) => {
      const userid = s.users.create({ ...fields, passwordHash, role: 'technician' });
      s.sessions.add({ userid, tokenHash: hashToken(authToken), userAgent: userAgentOf(request) });
      return { ...s.users.user(userid), authToken };
    });
  },
});
