import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { accounts, roles } from '../../../../shared/model/admin.ts';
import { accountsOf } from '../../../store/admin/accounts.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { paging } from '../../fields.ts';
import { requireLead } from './lead.ts';

export const listAccounts = defineEndpoint({
  route: 'GET /benchside/people',
  summary: 'Accounts by name, with where they are signed in; e-mail addresses for admins only',
  auth: 'user',
  profile: 'hub',
  may: ['author', 'admin'],
  query: z.object({
    ...paging,
    search: z.string().trim().min(1).max(limits.user.search.max).optional(),
    role: z.enum(roles).optional(),
    active: z.enum(['yes', 'no']).optional(),
  }),
  response: accounts,
  errors: ['forbidden'],
  example: { query: { search: 'tomas' } },
  handler: ({ query: { active, ...filter }, actor, read }) => {
    requireLead(actor);
    return read((s) =>
      accountsOf(s, { ...filter, active: active === undefined ? undefined : active === 'yes' }),
    );
  },
});
