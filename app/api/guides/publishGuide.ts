import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const publishGuide = defineEndpoint({
  route: 'PUT /guides/{guideid}/public',
  summary: 'Make a guide public',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['owner', 'collaborator', 'admin'],
  example: { params: { guideid: '2' }, query: { revisionid: '5' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      s.guides.publish(params.guideid, query.revisionid, true);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
