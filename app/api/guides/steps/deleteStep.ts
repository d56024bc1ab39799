import { z } from 'zod';

import { guide } from '../../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../../endpoint.ts';
import { idParam, revisionidQuery } from '../../fields.ts';

export const deleteStep = defineEndpoint({
  route: 'DELETE /guides/{guideid}/steps/{stepid}',
  summary: 'Delete a step; the answer is the whole guide',
  auth: 'user',
  params: z.object({ guideid: idParam, stepid: idParam }),
  query: revisionidQuery,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1', stepid: '2' }, query: { revisionid: '3' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      s.guides.deleteStep(params.guideid, params.stepid, query.revisionid);
      return new JsonText(s.guides.written(params.guideid));
    }),
});
