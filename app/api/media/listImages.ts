import { z } from 'zod';

import { mediaImage } from '../../../shared/model/image.ts';
import { defineEndpoint } from '../endpoint.ts';
import { mediaListQuery } from './media-fields.ts';

const side = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a number of pixels')
  .transform(Number)
  .default(0)
  .meta({ type: 'integer', minimum: 0, default: 0 });

export const listImages = defineEndpoint({
  route: 'GET /user/media/images',
  summary: "Pictures in the current user's media manager, the newest first",
  auth: 'user',
  query: mediaListQuery.extend({
    ratio: z.enum(['ALL', 'ONE_ONE', 'FOUR_THREE', 'VARIABLE']).default('ALL'),
    minWidth: side,
    minHeight: side,
  }),
  response: z.array(mediaImage),
  pure: true,
  example: { query: { ratio: 'ALL', minWidth: '100' } },
  handler: ({ query: { ratio, ...query }, actor, read }) =>
    read((s) => s.media.list({ ...query, userid: actor.userid, ratio: ratio === 'ALL' ? undefined : ratio })),
});
