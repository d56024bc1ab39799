import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const cancelEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/cancel',
  summary: 'End a run as cancelled',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.cancel(params.entryid, body.benchside)),
});
