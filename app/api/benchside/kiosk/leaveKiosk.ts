import { z } from 'zod';

import { kioskState, pin } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const leaveKiosk = defineEndpoint({
  route: 'POST /benchside/kiosk/leave',
  summary: 'Leave kiosk mode with the PIN or password of a lead, until it is entered again',
  auth: 'window',
  profile: 'desk',
  body: z.union([
    z.object({ userid: z.int(), pin }),
    z.object({ email: z.string().min(1), password: z.string().min(1) }),
  ]),
  response: kioskState,
  errors: ['unauthorized', 'forbidden'],
  example: { body: { email: 'ada@example.org', password: 'a long enough password' } },
  handler: async ({ body, ctx, request }) => {
    await kioskOf(ctx).leave(body, request);
    return kioskOf(ctx).state(request);
  },
});
