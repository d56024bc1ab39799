import { unlockBy, unlocked } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const unlockKiosk = defineEndpoint({
  route: 'POST /benchside/kiosk/unlock',
  summary:
    'Sign in by PIN or badge without the site. At the desk’s window this switches the person; active runs of the previous person are suspended',
  auth: 'window',
  profile: 'desk',
  body: unlockBy,
  response: unlocked,
  errors: ['unauthorized'],
  example: { body: { userid: 2, pin: '2580' } },
  handler: ({ body, ctx, request }) => kioskOf(ctx).unlock(body, request),
});
