import { z } from 'zod';

import type { Known } from './known.ts';

import { userSummary } from './user.ts';

export const commentContexts = ['guide', 'step', 'wiki', 'post', 'info', 'story'] as const;
export type CommentContext = (typeof commentContexts)[number];

const commentBase = z.looseObject({
  commentid: z.int(),
  locale: z.string().nullable(),
  context: z.string(),
  contextid: z.int(),
  parentid: z.int().nullable(),
  author: userSummary,
  title: z.string(),
  text_raw: z.string(),
  text_rendered: z.string(),
  date: z.number(),
  modified_date: z.number(),
  replied_date: z.number(),
  rating: z.number(),
  status: z.enum(['public', 'private', 'deleted']),
});

/** Comment (CONTRACT 7.1); replies are one level deep. */
export const comment = commentBase.extend({ replies: z.array(commentBase) });

export type Comment = Known<z.infer<typeof comment>>;
