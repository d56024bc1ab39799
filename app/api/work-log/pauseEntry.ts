import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams, timed } from './entry-fields.ts';

export const pauseEntry = defineEndpoint({
  route: 'POST /work_log/{entryid}/pause',
  summary: 'Stop the clock of a run; the active step becomes inactive',
  auth: 'user',
  params: entryParams,
  body: timed,
  response: workLogEntry,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '1' }, body: {} },
  handler: ({ params, body, write }) => write((s) => s.workLog.pause(params.entryid, body.benchside)),
});
