import { z } from 'zod';

import { usedFlag } from '../../../../shared/model/leads.ts';
import { flagsInUse } from '../../../store/leads/flagged.ts';
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
  handler: ({ actor, ctx }) => {
    requireLead(actor);
    return ctx.store.read(actor, flagsInUse);
  },
});
