import { user } from '../../../shared/model/user.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getCurrentUser = defineEndpoint({
  route: 'GET /user',
  summary: 'The current user',
  auth: 'user',
  response: user,
  example: {},
  handler: ({ actor, read }) => read((s) => s.users.user(actor.userid)),
});
