import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { wikiParams } from '../wikis/wiki-fields.ts';

export const listWikiTags = defineEndpoint({
  route: 'GET /wikis/{namespace}/{title}/tags',
  summary: 'Tags of a wiki, alphabetically',
  auth: 'public',
  params: wikiParams,
  response: z.array(z.string()),
  errors: ['not-found', 'forbidden'],
  example: { params: { namespace: 'CATEGORY', title: 'Pump' } },
  handler: ({ params, read }) =>
    read((s) =>
      s.tags.of({ kind: 'wiki', id: s.wikis.requireVisible(params.namespace, params.title).wikiid }),
    ),
});
