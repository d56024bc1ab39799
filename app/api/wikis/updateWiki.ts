import { defineEndpoint, JsonText } from '../endpoint.ts';
import { wikiInput } from '../../../shared/model/wiki-input.ts';
import { anyWiki, editQuery, wikiParams } from './wiki-fields.ts';

export const updateWiki = defineEndpoint({
  route: 'PATCH /wikis/{namespace}/{title}',
  summary: 'Change the given attributes of a wiki',
  auth: 'user',
  params: wikiParams,
  query: editQuery,
  body: wikiInput,
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'admin'],
  example: {
    params: { namespace: 'WIKI', title: 'Manual' },
    query: { revisionid: '9' },
    body: { contents: 'Read this first.' },
  },
  handler: ({ params, query, body, write }) =>
    write((s) => {
      const row = s.wikis.requireVariant(params.namespace, params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.update(row, query.revisionid, body)));
    }),
});
