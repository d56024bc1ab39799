import { forbidden } from '../../../shared/errors.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, wikiParams } from '../wikis/wiki-fields.ts';
import { tagBody } from './tag-fields.ts';

export const removeWikiTag = defineEndpoint({
  route: 'DELETE /wikis/{namespace}/{title}/tag',
  summary: 'Remove a tag from a wiki',
  auth: 'user',
  params: wikiParams,
  body: tagBody,
  response: anyWiki,
  errors: ['not-found', 'forbidden'],
  may: ['author', 'owner', 'admin'],
  example: { params: { namespace: 'CATEGORY', title: 'Pump' }, body: { tag: 'pump' } },
  handler: ({ params, body, write }) =>
    write((s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title);
      if (!s.wikis.mayEdit(row)) throw forbidden('You may not edit this page.');
      s.tags.remove({ kind: 'wiki', id: row.wikiid }, body.tag);
      return new JsonText(s.wikis.answer(row));
    }),
});
