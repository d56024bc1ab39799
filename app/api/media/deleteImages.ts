import { z } from 'zod';

import { invalid } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idList } from '../fields.ts';

const maxImageids = 1000;
const summary = "Take pictures out of the current user's media manager; documents keep theirs";

export const deleteImages = defineEndpoint({
  route: 'DELETE /user/media/images/{imageids}',
  summary,
  auth: 'user',
  profile: 'hub',
  params: z.object({ imageids: idList }),
  response: z.void(),
  handler: ({ params, actor, ctx }) => remove(params.imageids, actor, ctx),
});

/** How the Android app asks for it (fact sheet 13). */
export const deleteImagesByQuery = defineEndpoint({
  route: 'DELETE /user/media/images',
  summary,
  auth: 'user',
  profile: 'hub',
  query: z.object({ imageids: idList }),
  response: z.void(),
  handler: ({ query, actor, ctx }) => remove(query.imageids, actor, ctx),
});

function remove(imageids: number[], actor: Actor, ctx: Context): void {
  if (imageids.length > maxImageids)
    throw invalid('imageids', `may name at most ${maxImageids} pictures at once`);
  ctx.store.transact(actor, (s) => s.media.remove(imageids));
}
