import { z } from 'zod';

import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { view } from '../../../shared/model/view.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Seconds by which a caller's clock may be ahead. */
const leewaySeconds = 60;

export const addViews = defineEndpoint({
  route: 'POST /benchside/views',
  summary:
    'Add views that the current user made elsewhere; known ones, and those of documents that they may not read, are ignored',
  auth: 'user',
  rate: 'views',
  body: z.object({
    views: z
      .array(
        view.extend({
          docid: z.string().regex(/^-?[1-9]\d{0,14}$/, 'must be the id of a guide or wiki'),
          date: z.int().nonnegative(),
        }),
      )
      .max(limits.list.views.max),
  }),
  response: z.void(),
  example: { body: { views: [{ doc_type: 'GUIDE', docid: '1', date: 1_700_000_000 }] } },
  handler: ({ body: { views }, actor, write }) =>
    write((s) => {
      if (views.some(({ date }) => date > s.now + leewaySeconds))
        throw invalid('views', 'A view cannot be in the future.');
      s.views.addReadable(actor.userid, views);
    }),
});
