import { answerRevision } from '../../store/wikis/revisions.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { langidQuery, revisionidQuery } from '../fields.ts';
import { anyWiki, wikiParams } from './wiki-fields.ts';

export const getWiki = defineEndpoint({
  route: 'GET /wikis/{namespace}/{title}',
  summary:
    'One wiki, or an earlier revision of it; a category with its place in the hierarchy and its guides',
  auth: 'public',
  params: wikiParams,
  query: revisionidQuery.partial().extend(langidQuery.shape),
  response: anyWiki,
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { namespace: 'WIKI', title: 'Manual' } },
  handler: ({ params, query, saw, read }) =>
    read((s) => {
      const row = s.wikis.requireVisible(params.namespace, params.title, query.langid);
      saw('WIKI', row.wikiid);
      return new JsonText(answerRevision(s, row, query.revisionid ?? row.revisionid));
    }),
});
