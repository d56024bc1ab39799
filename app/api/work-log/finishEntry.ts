import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const finishEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/finish',
  summary: 'End a run as complete; required fields without a value are refused',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.finish(params.entryid, body.benchside)),
});
