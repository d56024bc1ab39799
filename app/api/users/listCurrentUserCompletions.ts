import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const listCurrentUserCompletions = defineEndpoint({
  route: 'GET /user/completions',
  summary: 'Guides the current user completed, by guideid',
  auth: 'user',
  query: z.object(paging),
  response: z.array(guideSummary),
  example: {},
  handler: ({ query, actor, ctx }) =>
    new JsonText(`[${ctx.store.read(actor, (s) => s.favorites.completions(actor.userid, query)).join(',')}]`),
});
