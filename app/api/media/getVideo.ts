import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { video } from '../../../shared/model/video.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getVideo = defineEndpoint({
  route: 'GET /media/videos/{videoid}',
  summary: "One video: the current user's own, or one that a visible guide shows",
  auth: 'public',
  params: z.object({ videoid: idParam }),
  response: video,
  errors: ['not-found'],
  pure: true,
  example: { params: { videoid: '1' } },
  handler: ({ params, read }) => {
    const text = read((s) => s.videos.find(params.videoid));
    if (text === undefined) throw notFound('Video');
    return new JsonText(text);
  },
});
