import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const suspendEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/suspend',
  summary: 'Suspend a run, so that anyone who may see the guide can take it over with its values and times',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.suspend(params.entryid, body.benchside)),
});
