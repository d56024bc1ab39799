import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery } from '../fields.ts';

export const listCurrentUserCompletions = defineEndpoint({
  route: 'GET /user/completions',
  summary: 'Guides the current user completed, by guideid',
  auth: 'user',
  query: guidesQuery,
  response: z.array(guideSummary),
  example: {},
  handler: ({ query, actor, read }) =>
    new JsonText(`[${read((s) => s.favorites.completions(actor.userid, query)).join(',')}]`),
});
