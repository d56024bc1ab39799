import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { forbidden } from '../../../shared/errors.ts';
import { versionsAroundReport } from '../../../shared/model/report.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { aroundReport } from './around-report.ts';

export const reportGuide = defineEndpoint({
  route: 'PUT /benchside/guides/{guideid}/flags/{flagid}',
  summary: 'Report what is wrong with a guide by one of its flags, also without the right to edit it',
  auth: 'user',
  params: z.object({ guideid: idParam, flagid: z.string().min(1).max(limits.guide.flagid.max) }),
  response: versionsAroundReport,
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { guideid: '1', flagid: 'GUIDE_MISSING_IMAGES' } },
  handler: ({ params: { guideid, flagid }, write }) =>
    write((s) => {
      if (s.meta.hasForeignRules) throw forbidden('This site takes flags only with an edit of the guide.');
      return aroundReport(s, guideid, () => {
        s.guides.report(guideid, flagid);
        return {};
      });
    }),
});
