import { z } from 'zod';

import { kioskState } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const continueKioskWork = defineEndpoint({
  route: 'POST /benchside/kiosk/continue',
  summary:
    'Resume the jobs that paused when the screen was hidden: from that moment on if the time away counts as work, else from now on',
  auth: 'user',
  profile: 'desk',
  body: z.object({ counts: z.boolean() }),
  response: kioskState,
  example: { body: { counts: true } },
  handler: ({ body, actor, ctx, request }) => {
    kioskOf(ctx).continueWork(actor, body.counts);
    return kioskOf(ctx).state(request);
  },
});
