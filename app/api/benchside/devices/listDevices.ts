import { z } from 'zod';

import { device } from '../../../../shared/model/device.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from '../admin/lead.ts';

export const listDevices = defineEndpoint({
  route: 'GET /benchside/devices',
  summary: 'Desks of this hub by name, with their last reports',
  auth: 'user',
  profile: 'hub',
  may: ['author', 'admin'],
  response: z.array(device),
  errors: ['forbidden'],
  example: {},
  handler: ({ actor, read }) => {
    requireLead(actor);
    return read((s) => s.devices.list());
  },
});
