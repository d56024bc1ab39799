import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, editQuery, wikiParams } from './wiki-fields.ts';

export const revertWiki = defineEndpoint({
  route: 'POST /wikis/{namespace}/{title}/revert',
  summary: 'Make the content of an earlier revision the newest',
  auth: 'user',
  profile: 'hub',
  params: wikiParams,
  query: editQuery.extend({
    to_revisionid: z
      .string()
      .regex(/^\d{1,15}$/, 'must be an integer')
      .transform(Number),
  }),
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.revert(row, query.revisionid, query.to_revisionid)));
    }),
});
