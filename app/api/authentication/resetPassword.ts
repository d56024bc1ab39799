import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { defineEndpoint } from '../endpoint.ts';

export const resetPassword = defineEndpoint({
  route: 'POST /users/reset_password',
  summary: 'Mail a link to set a new password to an address, if it has an account',
  auth: 'open',
  forwarded: true,
  body: z.object({ email: z.email().max(limits.user.email.max) }),
  response: z.object({ message: z.string() }),
  errors: ['unavailable'],
  example: { body: { email: 'tomas@example.org' } },
  handler: ({ body: { email }, ctx, request }) => {
    ctx.resets.request(email, request);
    return {
      message: 'If this address has an account, a link to set a new password is on its way to it.',
    };
  },
});
