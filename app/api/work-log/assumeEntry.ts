import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const assumeEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/assume',
  summary: 'Take over a suspended run of a visible guide; its timer continues',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { entryid: '3' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.assume(params.entryid, body.benchside)),
});
