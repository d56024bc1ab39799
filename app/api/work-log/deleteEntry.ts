import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { entryParams } from './entry-fields.ts';

export const deleteEntry = defineEndpoint({
  route: 'DELETE /work_log/{entryid}',
  summary: 'Delete an entry with its values and times',
  auth: 'user',
  params: entryParams,
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { entryid: '4' } },
  handler: ({ params, write }) => write((s) => s.workLog.delete(params.entryid)),
});
