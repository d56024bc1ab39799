import { z } from 'zod';

import { wikiRevision } from '../../../shared/model/wiki.ts';
import { readWikiRevisions } from '../../store/wikis/revisions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { langidQuery, paging } from '../fields.ts';
import { wikiParams } from '../wikis/wiki-fields.ts';

export const listWikiRevisions = defineEndpoint({
  route: 'GET /benchside/wikis/{namespace}/{title}/revisions',
  summary: 'Revisions of a wiki that are kept here and can be restored, newest first',
  auth: 'public',
  params: wikiParams,
  query: langidQuery.extend(paging),
  response: z.array(wikiRevision),
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { namespace: 'WIKI', title: 'Manual' } },
  handler: ({ params, query: { langid, ...page }, read }) =>
    read((s) => readWikiRevisions(s, s.wikis.requireVisible(params.namespace, params.title, langid), page)),
});
