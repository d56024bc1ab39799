import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const reorderSteps = defineEndpoint({
  route: 'PUT /guides/{guideid}/steporder',
  summary: 'Put the steps of a guide in a new order',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  body: z.object({ stepids: z.array(z.int()).max(limits.guide.steps.max) }),
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1' }, query: { revisionid: '3' }, body: { stepids: [2, 1] } },
  handler: ({ params, query, body, write }) =>
    write((s) => {
      s.guides.reorder(params.guideid, query.revisionid, body.stepids);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
