import { kioskState } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const getKiosk = defineEndpoint({
  route: 'GET /benchside/kiosk',
  summary: 'Whether this desk is a kiosk now; for its own window, who may unlock it',
  auth: 'window',
  profile: 'desk',
  response: kioskState,
  example: {},
  handler: ({ ctx, request }) => kioskOf(ctx).state(request),
});
