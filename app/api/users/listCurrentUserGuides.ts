import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery } from '../fields.ts';

export const listCurrentUserGuides = defineEndpoint({
  route: 'GET /user/guides',
  summary: 'Guides the current user wrote or edited, by guideid',
  auth: 'user',
  query: guidesQuery,
  response: z.array(guideSummary),
  example: {},
  handler: ({ query, actor, read }) =>
    new JsonText(`[${read((s) => s.favorites.contributions(actor.userid, query)).join(',')}]`),
});
