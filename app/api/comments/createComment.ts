import { z } from 'zod';

import { comment, commentContexts } from '../../../shared/model/comment.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { text } from './comment-fields.ts';

export const createComment = defineEndpoint({
  route: 'POST /comments/{context}/{contextid}',
  summary: 'Comment on something, or reply to a comment on it',
  auth: 'user',
  params: z.object({ context: z.enum(commentContexts), contextid: idParam }),
  body: z.object({ text, parentid: z.int().nullable().optional() }),
  response: comment,
  status: 201,
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { context: 'guide', contextid: '1' }, body: { text: 'Which seal fits?', parentid: 1 } },
  handler: ({ params, body, write }) =>
    write((s) =>
      s.comments.require(
        s.comments.create(params.context, params.contextid, body.text, body.parentid ?? null),
      ),
    ),
});
