import { z } from 'zod';

import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from '../work-log/entry-fields.ts';

export const acknowledgeChanges = defineEndpoint({
  route: 'PUT /benchside/work_log/{entryid}/acknowledged',
  summary: 'Acknowledge the changes of a run’s guide up to a revision',
  auth: 'user',
  params: entryParams,
  query: z.object({ guide_revisionid: z.coerce.number().int() }),
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, query: { guide_revisionid: '1' }, body: {} },
  handler: ({ params, query, body: { benchside }, write }) =>
    write((s) => s.workLog.acknowledge(params.entryid, query.guide_revisionid, benchside)),
});
