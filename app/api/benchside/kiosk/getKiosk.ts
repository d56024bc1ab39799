import { kioskState } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const getKiosk = defineEndpoint({
  route: 'GET /benchside/kiosk',
  summary: 'The kiosk mode of this desk; for its own window also the people who can unlock it',
  auth: 'window',
  profile: 'desk',
  response: kioskState,
  example: {},
  handler: ({ ctx, request }) => kioskOf(ctx).state(request),
});
