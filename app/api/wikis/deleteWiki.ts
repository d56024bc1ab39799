import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { editQuery, wikiParams } from './wiki-fields.ts';

export const deleteWiki = defineEndpoint({
  route: 'DELETE /wikis/{namespace}/{title}',
  summary: 'Delete a wiki in one language; a category, in its last, only when nothing stands below it',
  auth: 'user',
  params: wikiParams,
  query: editQuery,
  response: z.void(),
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'admin'],
  example: { params: { namespace: 'WIKI', title: 'Manual' }, query: { revisionid: '9' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      s.wikis.delete(s.wikis.requireVariant(params.namespace, params.title, query.langid), query.revisionid);
    }),
});
