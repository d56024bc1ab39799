import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from '../work-log/entry-fields.ts';

export const omitSteps = defineEndpoint({
  route: 'PUT /benchside/work_log/{entryid}/omitted',
  summary: 'Say why a run is to end without obligatory steps that were not visited',
  auth: 'user',
  params: entryParams,
  body: timed.extend({
    stepids: z.array(z.int()).min(1, 'is required').max(limits.guide.steps.max),
    reason: z.string().trim().min(1, 'is required').max(limits.form.reason.max),
  }),
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: { stepids: [1], reason: 'The meter is being calibrated' } },
  handler: ({ params, body: { stepids, reason, benchside }, write }) =>
    write((s) => s.workLog.omit(params.entryid, { stepids, reason }, benchside)),
});
