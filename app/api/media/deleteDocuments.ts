import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idList } from '../fields.ts';
import { refuseMany } from './media-fields.ts';

export const deleteDocuments = defineEndpoint({
  route: 'DELETE /user/media/documents/{documentids}',
  summary: "Remove documents from the current user's media manager; guides and wikis keep them",
  auth: 'user',
  params: z.object({ documentids: idList }),
  response: z.void(),
  example: { params: { documentids: '1' } },
  handler: ({ params, write }) => {
    refuseMany('documentids', params.documentids);
    write((s) => s.documents.remove(params.documentids));
  },
});
