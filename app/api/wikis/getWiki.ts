import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, langidQuery, wikiParams } from './wiki-fields.ts';

export const getWiki = defineEndpoint({
  route: 'GET /wikis/{namespace}/{title}',
  summary: 'One wiki; a category with its place in the hierarchy and its guides',
  auth: 'public',
  params: wikiParams,
  query: langidQuery,
  response: anyWiki,
  errors: ['not-found', 'forbidden'],
  handler: ({ params, query, actor, ctx }) =>
    ctx.store.read(
      actor,
      (s) =>
        new JsonText(s.wikis.answer(s.wikis.requireVisible(params.namespace, params.title, query.langid))),
    ),
});
