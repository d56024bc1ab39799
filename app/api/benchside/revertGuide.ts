import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';

export const revertGuide = defineEndpoint({
  route: 'POST /benchside/guides/{guideid}/revert',
  summary: 'Make the content of an earlier revision of a guide the newest',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery.extend({ to_revisionid: revisionidQuery.shape.revisionid }),
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1' }, query: { revisionid: '3', to_revisionid: '2' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      s.guides.revert(params.guideid, query.revisionid, query.to_revisionid);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
