import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const unpublishGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}/public',
  summary: 'Make a guide private',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1' }, query: { revisionid: '3' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      s.guides.publish(params.guideid, query.revisionid, false);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
