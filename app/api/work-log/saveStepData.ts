import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { limitedRecord } from '../../../shared/model/limited-record.ts';
import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

const values = limitedRecord(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  limits.workLog.entered.max,
);

export const saveStepData = defineEndpoint({
  route: 'PUT /work_log/{entryid}/stepData',
  summary:
    'Save values by field_revisionid; null removes one. With lasttimingid, an entry that was worked on since answers 409',
  auth: 'user',
  params: entryParams,
  body: timed.extend({
    fields: z.preprocess(
      // Some clients send an empty object as an empty list (CONTRACT 1.5).
      (value: z.input<typeof values>) => (Array.isArray(value) && value.length === 0 ? {} : value),
      values,
    ),
    lasttimingid: z.int().nullish(),
  }),
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'conflict', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: { fields: { '1': 'SN-20417' } } },
  handler: ({ params, body: { fields, lasttimingid, benchside }, write }) =>
    write((s) => s.workLog.enter(params.entryid, fields, lasttimingid ?? undefined, benchside)),
});
