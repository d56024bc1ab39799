import { z } from 'zod';

import { isAdmin } from '../../../store/actor.ts';
import { retryLostEdits } from '../../../replica/decisions/decide.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const retryLost = defineEndpoint({
  route: 'POST /benchside/journal/retry_lost',
  summary: "Resend the current user's edits that a restored site has lost; for an admin, everyone's",
  auth: 'user',
  profile: 'desk',
  response: z.object({ retried: z.int() }),
  example: {},
  handler: ({ actor, ctx }) => {
    const retried = ctx.store.transact(actor, (s) =>
      retryLostEdits(s, ({ userid }) => isAdmin(actor) || userid === actor.userid),
    );
    ctx.sync.request({});
    return { retried };
  },
});
