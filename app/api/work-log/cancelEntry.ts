import { abandonment, workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, performedOf, timedWith } from './entry-fields.ts';

export const cancelEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/cancel',
  summary: 'End a run as cancelled, with a reason and a note',
  auth: 'user',
  params: entryParams,
  body: timedWith(abandonment),
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body: { benchside }, write }) =>
    write((s) => s.workLog.cancel(params.entryid, performedOf(benchside), benchside)),
});
