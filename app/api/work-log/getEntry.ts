import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { entryParams } from './entry-fields.ts';

export const getEntry = defineEndpoint({
  route: 'GET /work_log/{entryid}',
  summary:
    'One entry with its values and events: own and former ones; authors see those of guides that they may see, and everyone who may see the guide sees a suspended one',
  auth: 'user',
  params: entryParams,
  response: workLogEntry,
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'author', 'admin'],
  example: { params: { entryid: '1' } },
  handler: ({ params, read }) => read((s) => s.workLog.require(params.entryid)),
});
