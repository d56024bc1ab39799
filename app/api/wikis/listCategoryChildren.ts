import { z } from 'zod';

import { wikiSummary } from '../../../shared/model/wiki.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, langidQuery } from '../fields.ts';
import { categoryParams } from './wiki-fields.ts';

export const listCategoryChildren = defineEndpoint({
  route: 'GET /wikis/CATEGORY/{title}/children',
  summary: 'Categories right below a category, by title',
  auth: 'public',
  params: categoryParams,
  query: langidQuery.extend({ includeStubs: flagQuery }),
  response: z.array(wikiSummary),
  errors: ['not-found', 'forbidden'],
  example: { params: { title: 'Hydraulics' } },
  handler: ({ params, query, read }) =>
    read((s) => {
      const { title } = s.wikis.requireVisible('CATEGORY', params.title, query.langid);
      const children = s.wikis.children(title, query).map((row) => s.wikis.summaryOf(row));
      return new JsonText(`[${children.join(',')}]`);
    }),
});
