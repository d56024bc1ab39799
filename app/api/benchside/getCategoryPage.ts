import { z } from 'zod';

import { categoryPage } from '../../../shared/model/benchside.ts';
import { categoryPageText } from '../../store/home/category-page.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { langidQuery } from '../fields.ts';

export const getCategoryPage = defineEndpoint({
  route: 'GET /benchside/category/{title}',
  summary: 'One screen’s worth of a category, also of one that has no page of its own',
  auth: 'public',
  params: z.object({ title: z.string() }),
  query: langidQuery,
  response: categoryPage,
  errors: ['not-found'],
  example: { params: { title: 'Pump' } },
  handler: ({ params, read }) => new JsonText(read((s) => categoryPageText(s, params.title))),
});
