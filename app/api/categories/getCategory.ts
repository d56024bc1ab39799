import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { formatQuery, langidQuery } from '../fields.ts';
import { category } from './category-fields.ts';
import { categoryXml } from './category-xml.ts';
import { readCategory } from './category.ts';

export const getCategory = defineEndpoint({
  route: 'GET /categories/{categoryname}',
  summary: 'A category with the text of its page and its guides',
  auth: 'public',
  params: z.object({ categoryname: z.string() }),
  query: langidQuery.extend({ type: formatQuery }),
  response: category,
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { categoryname: 'Pump' } },
  handler: ({ params, query, addresses, read }) => {
    const found = read((s) => readCategory(s, params.categoryname));
    return query.type === 'XML' ? categoryXml(found, addresses) : found;
  },
});
