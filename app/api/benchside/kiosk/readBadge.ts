import { z } from 'zod';

import { badge } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const readBadge = defineEndpoint({
  route: 'POST /benchside/kiosk/badge',
  summary:
    'Whose badge it is that was typed into the desk’s own window; null for what is no badge, and elsewhere',
  auth: 'window',
  profile: 'desk',
  body: z.object({ badge }),
  response: z.object({ userid: z.int().nullable() }),
  example: { body: { badge: '04A1B2C3D4' } },
  handler: ({ body, ctx, request }) => ({ userid: kioskOf(ctx).whose(body.badge, request) }),
});
