import { z } from 'zod';

import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from '../work-log/entry-fields.ts';

export const setActiveStep = defineEndpoint({
  route: 'PUT /benchside/work_log/{entryid}/step',
  summary: 'Say at which step a run is, whose time then counts up; null for the conclusion, or no step',
  auth: 'user',
  params: entryParams,
  body: timed.extend({ stepid: z.int().nullable() }),
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: { stepid: 1 } },
  handler: ({ params, body: { stepid, benchside }, write }) =>
    write((s) => s.workLog.setStep(params.entryid, stepid, benchside)),
});
