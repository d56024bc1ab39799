import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { startSession } from '../../identity/hub.ts';
import { defineEndpoint } from '../endpoint.ts';

export const impersonate = defineEndpoint({
  route: 'POST /user/token/impersonate',
  summary: 'A token for another user, without a password',
  auth: 'admin',
  profile: 'hub',
  body: z.object({ userid: z.int() }),
  response: user,
  status: 201,
  errors: ['not-found'],
  handler: ({ body, actor, ctx }) => {
    const other = ctx.store.read(actor, (s) => s.users.actor(body.userid));
    if (!other) throw notFound('User');
    ctx.log.warn({ admin: actor.userid, userid: other.userid }, 'an admin impersonates a user');
    return startSession(ctx.store, other);
  },
});
