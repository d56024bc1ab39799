import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, editQuery, wikiFields, wikiParams } from './wiki-fields.ts';

export const updateWiki = defineEndpoint({
  route: 'PATCH /wikis/{namespace}/{title}',
  summary: 'Change the given attributes of a wiki',
  auth: 'user',
  profile: 'hub',
  params: wikiParams,
  query: editQuery,
  body: wikiFields,
  response: anyWiki,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title, query.langid);
      return new JsonText(s.wikis.answer(s.wikis.update(row, query.revisionid, body)));
    }),
});
