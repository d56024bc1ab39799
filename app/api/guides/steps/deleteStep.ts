import { z } from 'zod';

import { guide } from '../../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { idParam, revisionidQuery } from '../../fields.ts';

export const deleteStep = defineEndpoint({
  route: 'DELETE /guides/{guideid}/steps/{stepid}',
  summary: 'Delete a step; the answer is the whole guide',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam, stepid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.guides.deleteStep(params.guideid, params.stepid, query.revisionid);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
