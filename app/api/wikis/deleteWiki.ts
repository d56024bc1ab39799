import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { editQuery, wikiParams } from './wiki-fields.ts';

export const deleteWiki = defineEndpoint({
  route: 'DELETE /wikis/{namespace}/{title}',
  summary: 'Delete a wiki; a category only when nothing stands below it',
  auth: 'user',
  profile: 'hub',
  params: wikiParams,
  query: editQuery,
  response: z.void(),
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.wikis.delete(s.wikis.requireVisible(params.namespace, params.title, query.langid), query.revisionid);
    }),
});
