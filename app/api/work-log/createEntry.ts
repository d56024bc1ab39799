import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { begunWith, workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { performedOf, timedWith } from './entry-fields.ts';

export const createEntry = defineEndpoint({
  route: 'POST /work_log',
  summary: 'Start a run of a guide one may see',
  auth: 'user',
  body: timedWith(begunWith).extend({
    guideid: z.int(),
    workorderid: z
      .union([z.string().trim(), z.int().transform(String)], 'must be a text or an integer')
      .pipe(z.string().min(1, 'must not be empty').max(limits.workLog.workorderid.max)),
  }),
  response: workLogEntry,
  status: 201,
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { body: { guideid: 1, workorderid: 'WO-1207' } },
  handler: ({ body: { guideid, workorderid, benchside }, write }) =>
    write((s) => s.workLog.create(guideid, workorderid, performedOf(benchside), benchside?.guide_revisionid)),
});
