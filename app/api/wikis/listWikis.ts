import { z } from 'zod';

import { wikiSummary } from '../../../shared/model/wiki.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { wikiListQuery, namespaceParam, requireNamespace } from './wiki-fields.ts';

export const listWikis = defineEndpoint({
  route: 'GET /wikis/{namespace}',
  summary: 'Light wikis of a namespace, by title; with `display=titles` their titles only',
  auth: 'public',
  params: z.object({ namespace: namespaceParam }),
  query: wikiListQuery.extend({ display: z.enum(['titles']).optional() }),
  response: z.union([z.array(wikiSummary), z.array(z.string())]),
  errors: ['not-found'],
  pure: true,
  example: { params: { namespace: 'ITEM' } },
  handler: ({ params, query: { display, ...query }, read }) => {
    requireNamespace(params.namespace);
    const options = { ...query, namespace: params.namespace };
    return read((s) =>
      display === 'titles'
        ? s.wikis.listTitles(options)
        : new JsonText(`[${s.wikis.list(options).join(',')}]`),
    );
  },
});
