import { z } from 'zod';

import { badge, pin } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const setKioskMeans = defineEndpoint({
  route: 'PUT /benchside/kiosk/me',
  summary: 'Set or remove the current user’s PIN and badge at this desk; needs the password last used here',
  auth: 'user',
  profile: 'desk',
  body: z.object({
    password: z.string().min(1),
    pin: pin.nullish(),
    badge: badge.nullish(),
  }),
  response: z.void(),
  errors: ['invalid'],
  example: { body: { password: 'a long enough password', pin: '2580' } },
  handler: ({ body: { password, pin, badge }, actor, ctx, request }) =>
    kioskOf(ctx).setMeans(actor, password, { pin, badge }, request),
});
