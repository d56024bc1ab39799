import { z } from 'zod';

import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';

export const signIn = defineEndpoint({
  route: 'POST /user/token',
  summary: 'Sign in with e-mail address and password',
  auth: 'open',
  body: z.object({ email: z.string().trim().min(1).max(320), password: z.string().min(1).max(1000) }),
  response: user,
  status: 201,
  errors: ['bad-json', 'unauthorized', 'unavailable'],
  example: { body: { email: 'tomas@example.org', password: 'a long enough password' } },
  handler: ({ body, ctx, request }) => ctx.identity.signIn(body, request),
});
