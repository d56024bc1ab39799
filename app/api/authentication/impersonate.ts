import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { startSession } from '../../identity/sessions.ts';
import { defineEndpoint } from '../endpoint.ts';

export const impersonate = defineEndpoint({
  route: 'POST /user/token/impersonate',
  summary: 'A token for another user, without a password',
  auth: 'admin',
  forwarded: true,
  body: z.object({ userid: z.int() }),
  response: user,
  status: 201,
  errors: ['not-found', 'unavailable'],
  example: { body: { userid: 2 } },
  handler: ({ body, actor, ctx, request, read }) => {
    const other = read((s) => s.users.actor(body.userid));
    if (!other) throw notFound('User');
    ctx.log.warn({ admin: actor.userid, userid: other.userid }, 'an admin impersonates a user');
    return startSession(ctx.store, other, request, { impersonatedBy: actor.userid });
  },
});
