import { z } from 'zod';

import { usedFlag } from '../../../../shared/model/admin.ts';
import { flagsInUse } from '../../../store/admin/flagged-guides.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from './lead.ts';

export const listFlags = defineEndpoint({
  route: 'GET /benchside/flags',
  summary: 'Every flag of guides and how many have it',
  auth: 'user',
  may: ['author', 'admin'],
  response: z.array(usedFlag),
  errors: ['forbidden'],
  example: {},
  handler: ({ actor, read }) => {
    requireLead(actor);
    return read(flagsInUse);
  },
});
