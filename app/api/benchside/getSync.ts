import { syncStatus } from '../../../shared/sync-status.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getSync = defineEndpoint({
  route: 'GET /benchside/sync',
  summary: 'What sync is doing, what is stored here, what waits to be sent',
  auth: 'public',
  response: syncStatus,
  example: {},
  handler: ({ ctx }) => ctx.sync.status(),
});
