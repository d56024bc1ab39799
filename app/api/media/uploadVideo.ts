import { z } from 'zod';

import { invariant } from '../../../shared/assert.ts';
import { limits } from '../../../shared/limits.ts';
import { video } from '../../../shared/model/video.ts';
import { videoInfo, videoType } from '../../media/video-info.ts';
import type { VideoFacts } from '../../media/video-facts.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { fileName, uploadBody } from './upload-body.ts';

/** Not in the contract, which lists videos but not how they are uploaded. */
export const uploadVideo = defineEndpoint({
  route: 'POST /user/media/videos',
  summary:
    'Upload a video: the body is the file, an MP4, QuickTime or WebM, which is not converted; `image` is its poster',
  auth: 'user',
  rate: 'uploads',
  query: z.object({ file: fileName, image: idParam.optional() }),
  response: video,
  errors: ['too-large'],
  example: { query: { file: 'valve.mp4', image: '1' } },
  handler: async ({ query: { file: filename, image }, actor, ctx, request, write, read }) => {
    const type = videoType(filename);
    if (image !== undefined) read((s) => s.media.requireImage(image, 'image'));
    let info: VideoFacts | undefined;
    const upload = uploadBody({ request, ctx }, limits.media.video.max, 'A video');
    const written = await ctx.media.write(upload, {}, async (file) => {
      info = await videoInfo(file, filename);
    });
    invariant(info, 'a checked video has its format, size and codecs');
    const facts = info;
    return write((s) =>
      s.videos.add({ userid: actor.userid, imageid: image, filename, ...type, ...facts, ...written }),
    );
  },
});
