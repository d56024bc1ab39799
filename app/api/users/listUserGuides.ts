import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery, idParam } from '../fields.ts';

export const listUserGuides = defineEndpoint({
  route: 'GET /users/{userid}/guides',
  summary: 'Guides a user wrote or edited, by guideid, as far as the asking person may see them',
  auth: 'public',
  params: z.object({ userid: idParam }),
  query: guidesQuery,
  response: z.array(guideSummary),
  errors: ['not-found'],
  example: { params: { userid: '2' } },
  handler: ({ params, query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store
        .read(
          actor,
          (s) => s.favorites.contributions(s.users.requireRow(params.userid).userid, query),
          query.langid,
        )
        .join(',')}]`,
    ),
});
