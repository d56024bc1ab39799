import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { guideSummary, guideTypes } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, idList, langidQuery, order, paging, sinceQuery, wordList } from '../fields.ts';

export const listGuides = defineEndpoint({
  route: 'GET /guides',
  summary: 'Public guides, by guideid',
  auth: 'public',
  query: z.object({
    ...paging,
    order,
    guideids: idList
      .refine(
        (ids) => ids.length <= limits.list.guideids.max,
        `may name at most ${limits.list.guideids.max} guides`,
      )
      .meta({ ...idList.meta(), maxItems: limits.list.guideids.max })
      .optional(),
    filter: wordList
      .meta({ ...wordList.meta(), items: { type: 'string', enum: [...guideTypes] } })
      .optional(),
    modifiedSince: sinceQuery,
    includePrivate: flagQuery,
    ...langidQuery.shape,
  }),
  response: z.array(guideSummary),
  pure: true,
  example: { query: { filter: 'repair', order: 'DESC', limit: '10' } },
  handler: ({ query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store
        .read(
          actor,
          (s) =>
            s.guides.list({
              order: query.order,
              offset: query.offset,
              limit: query.limit,
              includePrivate: query.includePrivate && actor?.role === 'admin',
              ...(query.guideids ? { guideids: query.guideids } : {}),
              ...(query.filter ? { types: query.filter } : {}),
              ...(query.modifiedSince === undefined ? {} : { modifiedSince: query.modifiedSince }),
            }),
          query.langid,
        )
        .join(',')}]`,
    ),
});
