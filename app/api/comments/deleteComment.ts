import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const deleteComment = defineEndpoint({
  route: 'DELETE /comments/{commentid}',
  summary: 'Delete an own comment and its replies',
  description: 'Beyond the contract, admins delete comments of others: that is moderation.',
  auth: 'user',
  params: z.object({ commentid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { commentid: '1' } },
  handler: ({ params, write }) => write((s) => s.comments.delete(params.commentid)),
});
