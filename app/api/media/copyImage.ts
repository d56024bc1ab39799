import { mediaImage } from '../../../shared/model/image.ts';
import { defineEndpoint } from '../endpoint.ts';
import { imageKey, requireReadable } from './image-key.ts';

export const copyImage = defineEndpoint({
  route: 'POST /user/media/images/{imageid/guid}',
  summary: "Copy a picture into the current user's media manager",
  auth: 'user',
  rate: 'uploads',
  params: imageKey,
  response: mediaImage,
  errors: ['not-found'],
  example: { params: { imageid: '1' } },
  handler: ({ params, write }) =>
    write((s) => s.media.item(s.media.copy(requireReadable(s, params.imageid)))),
});
