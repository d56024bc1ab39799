import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, categoryParams, editQuery } from './wiki-fields.ts';

export const setCategoryParent = defineEndpoint({
  route: 'PUT /wikis/CATEGORY/{title}/parent',
  summary: 'Put a category below another, or at the top with null',
  auth: 'user',
  profile: 'hub',
  params: categoryParams,
  query: editQuery,
  body: z.object({ parent: z.string().nullable() }),
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const row = s.wikis.requireVisible('CATEGORY', params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.setParent(row, query.revisionid, body.parent)));
    }),
});
