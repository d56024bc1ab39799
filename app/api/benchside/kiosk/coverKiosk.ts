import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { kioskState } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const coverKiosk = defineEndpoint({
  route: 'POST /benchside/kiosk/cover',
  summary:
    'Say that the screen of a kiosk is hidden: active jobs of the person there pause at once. With `asks`, they are asked on return whether the time counts',
  auth: 'window',
  profile: 'desk',
  body: z.object({
    asks: z.boolean(),
    /** Seconds without a touch before the screen was hidden, which are no work. */
    idle: z.number().min(0).max(limits.kiosk.idle.max).default(0),
  }),
  response: kioskState,
  errors: ['forbidden'],
  example: { body: { asks: false } },
  handler: ({ body, ctx, request }) => {
    kioskOf(ctx).cover(body, request);
    return kioskOf(ctx).state(request);
  },
});
