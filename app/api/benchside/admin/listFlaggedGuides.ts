import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { templateFlag } from '../../../../shared/model/flag.ts';
import { guideSummary } from '../../../../shared/model/guide.ts';
import { guidesWith } from '../../../store/admin/flagged-guides.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { paging } from '../../fields.ts';
import { requireLead } from './lead.ts';

export const listFlaggedGuides = defineEndpoint({
  route: 'GET /benchside/flags/{flagid}/guides',
  summary: 'Guides with a flag, the newest first; everyone lists templates',
  auth: 'user',
  may: ['author', 'admin'],
  params: z.object({ flagid: z.string().min(1).max(limits.guide.flagid.max) }),
  query: z.object(paging),
  response: z.array(guideSummary),
  errors: ['forbidden'],
  example: { params: { flagid: 'GUIDE_MISSING_IMAGES' } },
  handler: ({ params: { flagid }, query, actor, read }) => {
    if (flagid !== templateFlag) requireLead(actor);
    return new JsonText(`[${read((s) => guidesWith(s, flagid, query)).join(',')}]`);
  },
});
