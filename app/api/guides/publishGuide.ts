import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const publishGuide = defineEndpoint({
  route: 'PUT /guides/{guideid}/public',
  summary: 'Make a guide public',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.guides.publish(params.guideid, query.revisionid, true);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
