import { z } from 'zod';

import { badge } from '../../../../shared/model/kiosk.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const readBadge = defineEndpoint({
  route: 'POST /benchside/kiosk/badge',
  summary:
    'The owner of a badge that was scanned at the desk’s own window; null for an unknown badge, and elsewhere',
  auth: 'window',
  profile: 'desk',
  body: z.object({ badge }),
  response: z.object({ userid: z.int().nullable() }),
  example: { body: { badge: '04A1B2C3D4' } },
  handler: ({ body, ctx, request }) => ({ userid: kioskOf(ctx).whose(body.badge, request) }),
});
