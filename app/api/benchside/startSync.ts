import { z } from 'zod';

import { syncStatus } from '../../../shared/sync-status.ts';
import { defineEndpoint } from '../endpoint.ts';

export const startSync = defineEndpoint({
  route: 'POST /benchside/sync',
  summary: 'Start a round of sync now; `acceptRemovals` confirms a mass disappearance',
  auth: 'public',
  profile: 'desk',
  body: z.object({ acceptRemovals: z.boolean().default(false) }),
  response: syncStatus,
  status: 202,
  example: { body: {} },
  handler: ({ body, ctx }) => {
    ctx.sync.request({ byHand: true, acceptRemovals: body.acceptRemovals });
    return ctx.sync.status();
  },
});
