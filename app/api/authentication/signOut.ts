import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';

export const signOut = defineEndpoint({
  route: 'DELETE /user/token',
  summary: 'Sign out: the token of this request ends',
  auth: 'user',
  response: z.void(),
  handler: ({ actor, ctx, request }) => ctx.identity.signOut(request, actor),
});
