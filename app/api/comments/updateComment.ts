import { z } from 'zod';

import { comment } from '../../../shared/model/comment.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { text } from './comment-fields.ts';

export const updateComment = defineEndpoint({
  route: 'PATCH /comments/{commentid}',
  summary: 'Change the text of an own comment within 5 minutes of its date',
  description: 'Nobody changes the words of another person: admins neither.',
  auth: 'user',
  params: z.object({ commentid: idParam }),
  body: z.object({ text }),
  response: comment,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner'],
  example: { params: { commentid: '1' }, body: { text: 'Worked at once.' } },
  handler: ({ params, body, write }) =>
    write((s) => {
      s.comments.update(params.commentid, body.text);
      return s.comments.require(params.commentid);
    }),
});
