import { z } from 'zod';

import { guide } from '../../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { idParam, revisionidQuery } from '../../fields.ts';
import { stepFields } from '../guide-fields.ts';

export const createStep = defineEndpoint({
  route: 'POST /guides/{guideid}/steps',
  summary: 'Insert a step; the answer is the whole guide',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery.partial(),
  body: stepFields.required({ lines: true }).extend({ orderby: z.int().positive() }),
  response: guide,
  status: 201,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, body: { orderby, ...fields }, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.guides.addStep(params.guideid, query.revisionid, orderby, fields);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
