import { notFound } from '../../../shared/errors.ts';
import { wiki } from '../../../shared/model/wiki.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { tagBody, wikiParams } from './tag-fields.ts';

export const removeWikiTag = defineEndpoint({
  route: 'DELETE /wikis/{namespace}/{title}/tag',
  summary: 'Take a tag off a wiki',
  auth: 'user',
  profile: 'hub',
  params: wikiParams,
  body: tagBody,
  response: wiki,
  errors: ['not-found', 'forbidden'],
  handler: ({ params, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const row = s.wikis.find(params.namespace, params.title);
      if (!row) throw notFound('Wiki');
      s.tags.remove('wiki', row.wikiid, body.tag);
      return new JsonText(s.wikis.answer(row));
    }),
});
