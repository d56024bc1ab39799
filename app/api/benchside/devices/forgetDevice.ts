import { z } from 'zod';

import { notFound } from '../../../../shared/errors.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from '../admin/lead.ts';
import { deviceParams } from './device-fields.ts';

export const forgetDevice = defineEndpoint({
  route: 'DELETE /benchside/devices/{deviceid}',
  summary: 'Remove a desk from the list; it returns if it syncs again',
  auth: 'user',
  profile: 'hub',
  may: ['author', 'admin'],
  params: deviceParams,
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  handler: ({ params: { deviceid }, actor, ctx }) => {
    requireLead(actor);
    ctx.store.note((s) => {
      if (!s.devices.forget(deviceid)) throw notFound('Device');
    });
  },
});
