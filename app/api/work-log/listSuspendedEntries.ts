import { z } from 'zod';

import { workLogEntry } from '../../../shared/model/work-log.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { entryPaging } from './entry-fields.ts';

export const listSuspendedEntries = defineEndpoint({
  route: 'GET /work_log/{guideid}/suspended',
  summary: 'Suspended runs of a guide, which anyone who may see the guide can take over',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: z.object(entryPaging),
  response: z.object({ results: z.array(workLogEntry) }),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, query, read }) => ({
    results: read((s) => s.workLog.suspended(params.guideid, query)),
  }),
});
