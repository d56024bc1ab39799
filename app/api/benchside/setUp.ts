import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { siteFields } from '../../../shared/model/site.ts';
import { user } from '../../../shared/model/user.ts';
import { newPassword } from '../../identity/password.ts';
import { defineEndpoint } from '../endpoint.ts';
import { username } from '../users/user-fields.ts';

export const setUp = defineEndpoint({
  route: 'POST /benchside/setup',
  summary: 'Make the first admin of a hub that never had an account, with the code on its console',
  auth: 'open',
  profile: 'hub',
  body: z.object({
    code: z.string().trim().min(1).max(limits.setUp.code.max),
    email: z.email().max(limits.user.email.max),
    username,
    password: newPassword,
    ...siteFields.pick({ name: true, langid: true, private: true }).shape,
  }),
  response: user,
  status: 201,
  errors: ['forbidden', 'unavailable'],
  example: {
    body: {
      code: 'QT7MK-2HWPC',
      email: 'maren@example.org',
      username: 'Maren Holt',
      password: 'a long enough password',
      name: 'Pump works',
      langid: 'en',
      private: true,
    },
  },
  handler: async ({ body: { code, email, username, password, ...site }, ctx, request }) => {
    const admin = { email, username, password };
    const { userid, authToken } = await ctx.setUp.setUp({ code, admin, site }, request);
    await ctx.restores?.end();
    const actor = ctx.store.read(null, (s) => s.users.actor(userid));
    return ctx.store.read(actor, (s) => ({ ...s.users.user(userid), authToken }));
  },
});
