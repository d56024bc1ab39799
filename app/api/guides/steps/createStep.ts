import { z } from 'zod';

import { guide } from '../../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { idParam, revisionidQuery } from '../../fields.ts';
import { stepInput } from '../../../../shared/model/guide-input.ts';

export const createStep = defineEndpoint({
  route: 'POST /guides/{guideid}/steps',
  summary: 'Insert a step; the answer is the whole guide',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery.partial().extend({ stepid: idParam.optional() }),
  body: stepInput.required({ lines: true }).extend({ orderby: z.int().min(1) }),
  response: guide,
  status: 201,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: {
    params: { guideid: '1' },
    body: { orderby: 3, lines: [{ text: 'Close the lid.', bullet: 'black', level: 0 }] },
  },
  handler: ({ params, query, body: { orderby, ...fields }, write }) =>
    write((s) => {
      const { guideid } = params;
      const { stepid, revisionid } = query;
      if (stepid === undefined) s.guides.addStep(guideid, revisionid, orderby, fields);
      else s.guides.returnStep(guideid, { stepid, revisionid, orderby }, fields);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
