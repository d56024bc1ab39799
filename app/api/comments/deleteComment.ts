import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const deleteComment = defineEndpoint({
  route: 'DELETE /comments/{commentid}',
  summary: 'Delete an own comment and its replies',
  auth: 'user',
  profile: 'hub',
  params: z.object({ commentid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  handler: ({ params, actor, ctx }) => ctx.store.transact(actor, (s) => s.comments.delete(params.commentid)),
});
