import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, categoryParams, editQuery } from './wiki-fields.ts';

export const setCategoryParent = defineEndpoint({
  route: 'PUT /wikis/CATEGORY/{title}/parent',
  summary: 'Move a category below another one, or to the top with null',
  auth: 'user',
  params: categoryParams,
  query: editQuery,
  body: z.object({ parent: z.string().nullable() }),
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'admin'],
  example: { params: { title: 'Pump' }, query: { revisionid: '7' }, body: { parent: null } },
  handler: ({ params, query, body, write }) =>
    write((s) => {
      const row = s.wikis.requireVariant('CATEGORY', params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.setParent(row, query.revisionid, body.parent)));
    }),
});
