import { z } from 'zod';

import type { ReplicaWriter } from '../../replica/replica.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idList } from '../fields.ts';
import { refuseMany } from './media-fields.ts';

const summary = "Take pictures out of the current user's media manager; documents keep theirs";

export const deleteImages = defineEndpoint({
  route: 'DELETE /user/media/images/{imageids}',
  summary,
  auth: 'user',
  params: z.object({ imageids: idList }),
  response: z.void(),
  example: { params: { imageids: '1,2' } },
  handler: ({ params, write }) => write((s) => remove(s, params.imageids)),
});

/** The form that the Android app uses (CONTRACT 6.7). */
export const deleteImagesByQuery = defineEndpoint({
  route: 'DELETE /user/media/images',
  summary,
  auth: 'user',
  query: z.object({ imageids: idList }),
  response: z.void(),
  example: { query: { imageids: '1,2' } },
  handler: ({ query, write }) => write((s) => remove(s, query.imageids)),
});

function remove(s: ReplicaWriter, imageids: number[]): void {
  refuseMany('imageids', imageids);
  s.media.remove(imageids);
}
