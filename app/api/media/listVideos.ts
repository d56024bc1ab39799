import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';
import { paging } from '../fields.ts';

export const listVideos = defineEndpoint({
  route: 'GET /user/media/videos',
  summary: "Videos in the current user's media manager",
  auth: 'user',
  query: z.object(paging),
  response: z.array(z.looseObject({ videoid: z.int() })),
  handler: ({ query, actor, ctx }) =>
    new JsonText(
      `[${ctx.store.read(actor, (s) => s.media.videos(actor.userid, query.limit, query.offset)).join(',')}]`,
    ),
});
