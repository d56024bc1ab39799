import { z } from 'zod';

import { video } from '../../../shared/model/video.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { mediaListQuery } from './media-fields.ts';

export const listVideos = defineEndpoint({
  route: 'GET /user/media/videos',
  summary: "Videos in the current user's media manager, the newest first",
  auth: 'user',
  query: mediaListQuery,
  response: z.array(video),
  pure: true,
  example: {},
  handler: ({ query, actor, read }) =>
    new JsonText(`[${read((s) => s.videos.list({ ...query, userid: actor.userid })).join(',')}]`),
});
