import { syncStatus } from '../../../shared/sync-status.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getSync = defineEndpoint({
  route: 'GET /benchside/sync',
  summary: 'The state of sync: what it is doing, what is stored here, and what waits to be sent',
  auth: 'public',
  response: syncStatus,
  example: {},
  handler: ({ ctx, actor }) => ctx.sync.status(actor?.userid),
});
