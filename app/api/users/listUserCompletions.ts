import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guidesQuery, idParam } from '../fields.ts';

export const listUserCompletions = defineEndpoint({
  route: 'GET /users/{userid}/completions',
  summary: 'Guides a user completed, by guideid, as far as the asking person may see them',
  description: 'A desk lists none for people who never signed in there.',
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
          (s) => s.favorites.completions(s.users.requireRow(params.userid).userid, query),
          query.langid,
        )
        .join(',')}]`,
    ),
});
