import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { forbidden } from '../../../shared/errors.ts';
import { versionsAroundReport } from '../../../shared/model/report.ts';
import { discardUnsentReports } from '../../replica/decisions/unsent-report.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { aroundReport } from './around-report.ts';

export const withdrawReport = defineEndpoint({
  route: 'DELETE /benchside/guides/{guideid}/flags/{flagid}',
  summary: 'Withdraw an own report of what is wrong with a guide',
  description:
    'The flag is removed with its last report, unless it was set before anyone reported it. Admins also withdraw reports of others.',
  auth: 'user',
  may: ['owner', 'admin'],
  params: z.object({ guideid: idParam, flagid: z.string().min(1).max(limits.guide.flagid.max) }),
  response: z.object({
    remains: z.boolean().describe('The guide still has the flag.'),
    ...versionsAroundReport.shape,
  }),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1', flagid: 'GUIDE_MISSING_IMAGES' } },
  handler: ({ params: { guideid, flagid }, ctx, write }) =>
    write((s) => {
      if (s.meta.hasForeignRules) throw forbidden('This site takes flags only with an edit of the guide.');
      const isUnsent = discardUnsentReports(s, { guideid, flagid }, () => ctx.replayer);
      return aroundReport(s, guideid, () => ({
        remains: isUnsent ? s.guides.forgetReport(guideid, flagid) : s.guides.withdrawReport(guideid, flagid),
      }));
    }),
});
