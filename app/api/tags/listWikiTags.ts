import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { defineEndpoint } from '../endpoint.ts';
import { wikiParams } from './tag-fields.ts';

export const listWikiTags = defineEndpoint({
  route: 'GET /wikis/{namespace}/{title}/tags',
  summary: 'Tags of a wiki, alphabetically',
  auth: 'public',
  params: wikiParams,
  response: z.array(z.string()),
  errors: ['not-found'],
  handler: ({ params, actor, ctx }) =>
    ctx.store.read(actor, (s) => {
      const row = s.wikis.find(params.namespace, params.title);
      if (!row) throw notFound('Wiki');
      return s.tags.ofWiki(row.wikiid);
    }),
});
