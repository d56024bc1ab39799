import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { anyWiki, editQuery, wikiParams } from './wiki-fields.ts';

export const revertWiki = defineEndpoint({
  route: 'POST /wikis/{namespace}/{title}/revert',
  summary: 'Make the content of an earlier revision the newest',
  auth: 'user',
  params: wikiParams,
  query: editQuery.extend({ to_revisionid: idParam }),
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'admin'],
  example: { params: { namespace: 'WIKI', title: 'Manual' }, query: { revisionid: '9', to_revisionid: '8' } },
  handler: ({ params, query, write }) =>
    write((s) => {
      const row = s.wikis.requireVariant(params.namespace, params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.revert(row, query.revisionid, query.to_revisionid)));
    }),
});
