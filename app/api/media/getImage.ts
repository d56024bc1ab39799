import { z } from 'zod';

import { image, mediaImage } from '../../../shared/model/image.ts';
import { defineEndpoint } from '../endpoint.ts';
import { imageKey, requireReadable } from './image-key.ts';

/** Not in the contract, but clients that import guides need it (CONTRACT 6.3). */
export const getImage = defineEndpoint({
  route: 'GET /media/images/{imageid/guid}',
  summary: 'One picture, and the picture it was made from',
  description:
    'The picture it was cut out of or drawn on is for its owner and for people who may edit what shows it; for others it is null.',
  auth: 'public',
  params: imageKey,
  response: mediaImage.extend({
    srcImageInfo: z.object({ image, width: z.int(), height: z.int() }).nullable(),
  }),
  errors: ['not-found'],
  example: { params: { imageid: '1' } },
  handler: ({ params, read }) =>
    read((s) => {
      const row = requireReadable(s, params.imageid);
      const source = s.media.source(row);
      return {
        ...s.media.item(row),
        srcImageInfo: source
          ? { image: s.media.objectOf(source), width: source.width, height: source.height }
          : null,
      };
    }),
});
