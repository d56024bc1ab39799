import { z } from 'zod';

import { entryStatuses, workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { entryPaging } from './entry-fields.ts';

export const listEntries = defineEndpoint({
  route: 'GET /work_log',
  summary:
    'Entries one may see, by entryid: those one has or had, for authors those of guides they may see, for admins all',
  auth: 'user',
  query: z.object({
    guideid: idParam.optional(),
    userid: idParam.optional(),
    workorderid: z.string().optional(),
    status: z.enum(entryStatuses).optional(),
    ...entryPaging,
  }),
  response: z.object({ results: z.array(workLogEntry) }),
  example: { query: { guideid: '1', order: 'DESC' } },
  handler: ({ query, read }) => ({
    results: read((s) => s.workLog.list(query)),
  }),
});
