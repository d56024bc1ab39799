import { z } from 'zod';

import { workLogEntry } from '../../../../shared/model/work-log.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { entryPaging } from '../../work-log/entry-fields.ts';

export const listKioskRuns = defineEndpoint({
  route: 'GET /benchside/kiosk/runs',
  summary: 'Suspended runs of all guides one may see, which one can take over',
  auth: 'user',
  query: z.object(entryPaging),
  response: z.object({ results: z.array(workLogEntry) }),
  example: { query: { order: 'DESC' } },
  handler: ({ query, read }) => ({
    results: read((s) => s.workLog.handedOver(query)),
  }),
});
