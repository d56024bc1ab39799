import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, idList, order, paging, sinceQuery, wordList } from '../fields.ts';

/** More ids than this are left out (fact sheet 4.5). */
const maxGuideids = 50;

export const listGuides = defineEndpoint({
  route: 'GET /guides',
  summary: 'Public guides, by guideid',
  auth: 'public',
  query: z.object({
    ...paging,
    order,
    guideids: idList.optional(),
    filter: wordList.optional(),
    modifiedSince: sinceQuery,
    includePrivate: flagQuery,
  }),
  response: z.array(guideSummary),
  pure: true,
  example: { query: { filter: 'repair', order: 'DESC', limit: '10' } },
  handler: ({ query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store
        .read(actor, (s) =>
          s.guides.list({
            order: query.order,
            offset: query.offset,
            limit: query.limit,
            includePrivate: query.includePrivate && actor?.role === 'admin',
            ...(query.guideids ? { guideids: query.guideids.slice(0, maxGuideids) } : {}),
            ...(query.filter ? { types: query.filter } : {}),
            ...(query.modifiedSince === undefined ? {} : { modifiedSince: query.modifiedSince }),
          }),
        )
        .join(',')}]`,
    ),
});
