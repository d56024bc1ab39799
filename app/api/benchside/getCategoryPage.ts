import { z } from 'zod';

import { categoryPage } from '../../../shared/model/benchside.ts';
import { categoryPageText } from '../../store/home/category-page.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';

export const getCategoryPage = defineEndpoint({
  route: 'GET /benchside/category/{title}',
  summary: 'One screen’s worth of a category, also of one that has no page of its own',
  auth: 'public',
  params: z.object({ title: z.string() }),
  response: categoryPage,
  errors: ['not-found'],
  example: { params: { title: 'Pump' } },
  handler: ({ params, actor, ctx }) =>
    new JsonText(ctx.store.read(actor, (s) => categoryPageText(s, params.title))),
});
