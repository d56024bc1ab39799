import { handOverInput, workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, performedOf, timedWith } from './entry-fields.ts';

export const suspendEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/suspend',
  summary:
    'Suspend a run, so that anyone who may see the guide can take it over with its values and times; with a reason, a note, and the person it is left to',
  auth: 'user',
  params: entryParams,
  body: timedWith(handOverInput),
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body: { benchside }, write }) =>
    write((s) => s.workLog.suspend(params.entryid, performedOf(benchside), benchside)),
});
