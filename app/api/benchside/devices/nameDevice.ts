import { z } from 'zod';

import { notFound } from '../../../../shared/errors.ts';
import { deviceNaming } from '../../../../shared/model/device.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { deviceParams } from './device-fields.ts';

export const nameDevice = defineEndpoint({
  route: 'PATCH /benchside/devices/{deviceid}',
  summary:
    'Give a desk a name at this hub, which its reports do not change; null for the name that it reports',
  auth: 'admin',
  profile: 'hub',
  params: deviceParams,
  body: deviceNaming,
  response: z.void(),
  errors: ['not-found'],
  example: {
    params: { deviceid: '5f0c9a11-6f0c-4c43-9d4b-0b54a5f21e1f' },
    body: { name: 'Bench 3' },
  },
  handler: ({ params: { deviceid }, body: { name }, ctx }) =>
    ctx.store.note((s) => {
      if (!s.devices.rename(deviceid, name)) throw notFound('Device');
    }),
});
