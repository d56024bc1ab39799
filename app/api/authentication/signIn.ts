import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';

export const signIn = defineEndpoint({
  route: 'POST /user/token',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sites with public registration want an `X-App-Id` that they know, and answer 422 to any other.',
  auth: 'open',
  body: z.object({
    email: z.string().trim().min(1).max(limits.user.email.max),
    password: z.string().min(1).max(limits.user.password.max),
  }),
  response: user,
  status: 201,
  errors: ['unauthorized', 'unavailable'],
  example: { body: { email: 'tomas@example.org', password: 'a long enough password' } },
  handler: ({ body, ctx, request }) => ctx.identity.signIn(body, request),
});
