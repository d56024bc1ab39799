import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const deleteGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}',
  summary: 'Delete a guide; an admin can restore it',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  response: z.void(),
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => s.guides.delete(params.guideid, query.revisionid)),
});
