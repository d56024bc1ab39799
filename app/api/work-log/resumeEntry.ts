import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const resumeEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/resume',
  summary: 'Start the clock of a paused run again, at the step that was active',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '2' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.resume(params.entryid, body.benchside)),
});
