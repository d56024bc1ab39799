import { z } from 'zod';

import type { AppError } from '../../../shared/errors.ts';
import { forbidden, invalid, unauthorized } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { user } from '../../../shared/model/user.ts';
import { limitRegistration } from '../../identity/attempt-limit.ts';
import { requireAppId } from '../../identity/app-id.ts';
import { hashPassword, newPassword } from '../../identity/password.ts';
import { editKeyOf } from '../../edit-key.ts';
import { hashToken, newToken, peerOf, userAgentOf } from '../../identity/token.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { uniqueUsername, username } from '../users/user-fields.ts';

export const registerUser = defineEndpoint({
  route: 'POST /users',
  summary: 'Create an account; for admins only where public registration is off',
  description:
    'Sites with public registration want an `X-App-Id` that they know, and answer 422 to any other.',
  auth: 'open',
  forwarded: true,
  may: ['admin'],
  body: z.object({
    email: z.email().max(limits.user.email.max),
    username,
    unique_username: uniqueUsername.nullable().optional(),
    password: newPassword,
  }),
  response: user,
  status: 201,
  errors: ['unauthorized', 'forbidden', 'unavailable'],
  example: {
    body: {
      email: 'nora@example.org',
      username: 'Nora Lind',
      unique_username: 'nora_lind',
      password: 'a long enough password',
    },
  },
  handler: async ({ body: { password, ...fields }, actor, ctx, request, read }) => {
    requireAppId(ctx.store, request);
    if (!isAdmin(actor) && !read((s) => s.meta.site.publicRegistration)) {
      if (!actor) throw unauthorized('Only admins may create accounts on this hub.');
      throw forbidden('Only admins may create accounts on this hub.', ['Admin']);
    }
    const register = async () => {
      const passwordHash = await hashPassword(password);
      const authToken = newToken();
      return ctx.store.transact(actor, (s) => {
        if (!isAdmin(actor) && s.users.hasEmail(fields.email)) throw emailRefused();
        const userid = s.users.create({ ...fields, passwordHash, role: 'technician' });
        s.sessions.add({
          userid,
          tokenHash: hashToken(authToken),
          editKey: editKeyOf(authToken),
          userAgent: userAgentOf(request),
        });
        return { ...s.users.user(userid), authToken };
      });
    };
    return isAdmin(actor) ? register() : limitRegistration(ctx.store, peerOf(request), register);
  },
});

/** The message does not reveal whether the account exists (decision 0023). */
const emailRefused = (): AppError =>
  invalid(
    'email',
    'This e-mail address cannot be registered. If it is yours, sign in or ask for a new password.',
  );
