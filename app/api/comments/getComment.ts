import { z } from 'zod';

import { comment } from '../../../shared/model/comment.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getComment = defineEndpoint({
  route: 'GET /comments/{commentid}',
  summary: 'One comment with its replies',
  auth: 'public',
  params: z.object({ commentid: idParam }),
  response: comment,
  errors: ['not-found', 'forbidden'],
  example: { params: { commentid: '1' } },
  handler: ({ params, read }) => read((s) => s.comments.require(params.commentid)),
});
