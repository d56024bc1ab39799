import { z } from 'zod';

import { syncStatus } from '../../../shared/sync-status.ts';
import { defineEndpoint } from '../endpoint.ts';
import { requireDeskLead } from './desk-lead.ts';

export const startSync = defineEndpoint({
  route: 'POST /benchside/sync',
  summary: 'Start a sync now; `acceptRemovals` confirms a mass disappearance, leads only',
  auth: 'window',
  profile: 'desk',
  body: z.object({ acceptRemovals: z.boolean().default(false) }),
  response: syncStatus,
  status: 202,
  errors: ['forbidden'],
  example: { body: {} },
  handler: ({ body, actor, ctx }) => {
    if (body.acceptRemovals) requireDeskLead(actor, ctx);
    ctx.sync.request({ byHand: true, acceptRemovals: body.acceptRemovals });
    return ctx.sync.status(actor?.userid);
  },
});
