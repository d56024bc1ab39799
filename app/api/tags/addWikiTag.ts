import { forbidden } from '../../../shared/errors.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, wikiParams } from '../wikis/wiki-fields.ts';
import { tagBody } from './tag-fields.ts';

export const addWikiTag = defineEndpoint({
  route: 'PUT /wikis/{namespace}/{title}/tag',
  summary: 'Tag a wiki; a new tag is made if needed',
  auth: 'user',
  profile: 'hub',
  params: wikiParams,
  body: tagBody,
  response: anyWiki,
  errors: ['not-found', 'forbidden'],
  handler: ({ params, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title);
      if (!s.wikis.mayEdit(row)) throw forbidden('You may not edit this wiki.');
      s.tags.add('wiki', row.wikiid, body.tag);
      return new JsonText(s.wikis.answer(row));
    }),
});
