import { kioskState } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const enterKiosk = defineEndpoint({
  route: 'POST /benchside/kiosk/enter',
  summary: 'Go back to kiosk mode after a lead has left it',
  auth: 'window',
  profile: 'desk',
  response: kioskState,
  example: {},
  handler: ({ ctx, request }) => {
    kioskOf(ctx).goBack();
    return kioskOf(ctx).state(request);
  },
});
