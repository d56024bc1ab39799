import { z } from 'zod';

import { notFound } from '../../../../shared/errors.ts';
import { account } from '../../../../shared/model/admin.ts';
import { accountOfUser } from '../../../store/admin/accounts.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';
import { requireLead } from './lead.ts';

export const getAccount = defineEndpoint({
  route: 'GET /benchside/people/{userid}',
  summary: 'One account',
  auth: 'user',
  profile: 'hub',
  may: ['author', 'admin'],
  params: z.object({ userid: idParam }),
  response: account,
  errors: ['not-found', 'forbidden'],
  example: { params: { userid: '2' } },
  handler: ({ params: { userid }, actor, read }) => {
    requireLead(actor);
    const found = read((s) => accountOfUser(s, userid));
    if (!found) throw notFound('User');
    return found;
  },
});
