import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { user } from '../../../shared/model/user.ts';
import { replacePassword as change } from '../../identity/change-password.ts';
import { newPassword } from '../../identity/password.ts';
import { defineEndpoint } from '../endpoint.ts';

export const changePassword = defineEndpoint({
  route: 'POST /benchside/user/password',
  summary: "Change the current user's password; ends all sign-ins and starts a new one",
  auth: 'user',
  forwarded: true,
  body: z.object({
    email: z.string().trim().min(1).max(limits.user.email.max),
    current_password: z.string().min(1).max(limits.user.password.max),
    password: newPassword,
  }),
  response: user,
  status: 201,
  errors: ['invalid', 'unavailable'],
  example: {
    body: {
      email: 'tomas@example.org',
      current_password: 'a long enough password',
      password: 'an even longer password',
    },
  },
  handler: ({ body: { email, current_password: current, password }, actor, ctx, request }) =>
    change(ctx.store, actor, { email, current, password }, request),
});
