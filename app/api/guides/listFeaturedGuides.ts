import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const listFeaturedGuides = defineEndpoint({
  route: 'GET /guides/featured',
  summary: 'Public guides with the flag GUIDE_STARRED or GUIDE_FEATURED_STUDENT',
  auth: 'public',
  query: z.object(paging),
  response: z.array(guideSummary),
  pure: true,
  example: { query: { limit: '10' } },
  handler: ({ query, actor, ctx }) =>
    new JsonText(`[${ctx.store.read(actor, (s) => s.guides.list({ ...query, featured: true })).join(',')}]`),
});
