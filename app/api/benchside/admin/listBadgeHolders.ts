import { z } from 'zod';

import { notFound } from '../../../../shared/errors.ts';
import { badgeHolder } from '../../../../shared/model/admin.ts';
import { badgeRules } from '../../../content/badge-rules.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam, paging } from '../../fields.ts';
import { requireLead } from './lead.ts';

export const listBadgeHolders = defineEndpoint({
  route: 'GET /benchside/badges/{badgeid}/people',
  summary: 'Who has earned a badge, the last first',
  auth: 'user',
  profile: 'hub',
  may: ['author', 'admin'],
  params: z.object({ badgeid: idParam }),
  query: z.object(paging),
  response: z.array(badgeHolder),
  errors: ['forbidden', 'not-found'],
  example: { params: { badgeid: '1' } },
  handler: ({ params: { badgeid }, query, actor, read }) => {
    requireLead(actor);
    if (!badgeRules.some((rule) => rule.badgeid === badgeid)) throw notFound('Badge');
    return read((s) => s.badges.holders(badgeid, query));
  },
});
