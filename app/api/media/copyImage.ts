import { mediaImage } from '../../../shared/model/image.ts';
import { mediaImageOf } from '../../store/media/media.ts';
import { defineEndpoint } from '../endpoint.ts';
import { imageKey, requireReadable } from './image-key.ts';

export const copyImage = defineEndpoint({
  route: 'POST /user/media/images/{imageid/guid}',
  summary: "Copy a picture into the current user's media manager",
  auth: 'user',
  profile: 'hub',
  params: imageKey,
  response: mediaImage,
  errors: ['not-found'],
  handler: ({ params, actor, ctx }) =>
    ctx.store.transact(actor, (s) => mediaImageOf(s.media.copy(requireReadable(s, params.imageid)))),
});
