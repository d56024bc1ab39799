import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { releasedGuides as shape } from '../../../../shared/model/admin.ts';
import { readReleasedGuides } from '../../../store/admin/released-guides.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { flagQuery, paging } from '../../fields.ts';
import { requireLead } from './lead.ts';

export const listReleasedGuides = defineEndpoint({
  route: 'GET /benchside/releases',
  summary: 'Guides with releases, or only those with something that is not released yet; the newest first',
  auth: 'user',
  may: ['author', 'admin'],
  query: z.object({
    ...paging,
    waiting: flagQuery,
    search: z.string().trim().min(1).max(limits.user.search.max).optional(),
  }),
  response: shape,
  errors: ['forbidden'],
  example: { query: { waiting: '' } },
  handler: ({ query, actor, read }) => {
    requireLead(actor);
    return read((s) => readReleasedGuides(s, query));
  },
});
