import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery } from '../fields.ts';

export const listFeaturedGuides = defineEndpoint({
  route: 'GET /guides/featured',
  summary: 'Public guides with the flag GUIDE_STARRED or GUIDE_FEATURED_STUDENT',
  auth: 'public',
  query: guidesQuery,
  response: z.array(guideSummary),
  pure: true,
  example: { query: { limit: '10' } },
  handler: ({ query: { langid, ...page }, read }) =>
    new JsonText(`[${read((s) => s.guides.list({ ...page, featured: true })).join(',')}]`),
});
