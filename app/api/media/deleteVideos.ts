import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idList } from '../fields.ts';
import { refuseMany } from './media-fields.ts';

export const deleteVideos = defineEndpoint({
  route: 'DELETE /user/media/videos/{videoids}',
  summary: "Remove videos from the current user's media manager; guides keep them",
  auth: 'user',
  params: z.object({ videoids: idList }),
  response: z.void(),
  example: { params: { videoids: '1' } },
  handler: ({ params, write }) => {
    refuseMany('videoids', params.videoids);
    write((s) => s.videos.remove(params.videoids));
  },
});
