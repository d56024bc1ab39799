import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const unpublishGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}/public',
  summary: 'Make a guide private',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.guides.publish(params.guideid, query.revisionid, false);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
