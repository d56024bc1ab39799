import { forbidden } from '../../../shared/errors.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, wikiParams } from '../wikis/wiki-fields.ts';
import { tagBody } from './tag-fields.ts';

export const addWikiTag = defineEndpoint({
  route: 'PUT /wikis/{namespace}/{title}/tag',
  summary: 'Tag a wiki; a new tag is made if needed',
  auth: 'user',
  params: wikiParams,
  body: tagBody,
  response: anyWiki,
  errors: ['not-found', 'forbidden'],
  may: ['author', 'owner', 'admin'],
  example: { params: { namespace: 'CATEGORY', title: 'Pump' }, body: { tag: 'seal' } },
  handler: ({ params, body, write }) =>
    write((s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title);
      if (!s.wikis.mayEdit(row)) throw forbidden('You may not edit this page.');
      s.tags.add({ kind: 'wiki', id: row.wikiid }, body.tag);
      return new JsonText(s.wikis.answer(row));
    }),
});
