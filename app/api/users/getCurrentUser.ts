import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getCurrentUser = defineEndpoint({
  route: 'GET /user',
  summary: 'The current user',
  auth: 'user',
  response: user,
  example: {},
  handler: ({ actor, ctx }) => ctx.store.read(actor, (s) => s.users.user(actor.userid)),
});
