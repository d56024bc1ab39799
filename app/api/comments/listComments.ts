import { z } from 'zod';

import { comment, commentContexts } from '../../../shared/model/comment.ts';
import { defineEndpoint } from '../endpoint.ts';
import { order, paging, sinceQuery } from '../fields.ts';

export const listComments = defineEndpoint({
  route: 'GET /comments',
  summary: 'Comments, by commentid',
  auth: 'public',
  query: z.object({
    ...paging,
    order,
    modifiedSince: sinceQuery,
    context: z.enum(commentContexts).optional(),
    langid: z.string().optional(),
  }),
  response: z.array(comment),
  example: { query: { context: 'guide' } },
  handler: ({ query, read }) => read((s) => s.comments.list(query)),
});
