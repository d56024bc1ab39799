import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { mediaImage } from '../../../shared/model/image.ts';
import type { PictureEdit } from '../../media/imaging.ts';
import { defineEndpoint } from '../endpoint.ts';
import { uploadBody } from './upload-body.ts';

/** Reads left, top, width and height in pixels. */
function partOf(crop: string): PictureEdit['part'] {
  const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number);
  return { left, top, width, height };
}

const turns = { '0': 0, '90': 90, '180': 180, '270': 270 } as const;

export const uploadImage = defineEndpoint({
  route: 'POST /user/media/images',
  summary: 'Upload a picture: the body is the file. All its sizes exist when this answers',
  description:
    'JPEG, GIF, PNG, BMP or TIFF; also WebP and HEIC, which are stored as JPEG or PNG. `file` is its name, whose extension has to agree with the bytes; without it these say what it is.',
  auth: 'user',
  rate: 'uploads',
  query: z.object({
    file: z.string().min(1, 'must be the name of the file').optional(),
    /** Beyond the contract: the picture that was drawn on, and the drawing (CONTRACT 6.3). A third-party site ignores both. */
    srcid: z.coerce.number().int().optional(),
    markup: z.string().max(limits.media.markup.max).optional(),
    /** Beyond the contract: the picture is rotated clockwise, then only this part of it is stored (CONTRACT 6.4). */
    turn: z.enum(['0', '90', '180', '270']).default('0'),
    crop: z
      .string()
      .regex(/^\d{1,6},\d{1,6},\d{1,6},\d{1,6}$/, 'must be four numbers of pixels: left,top,width,height')
      .optional(),
    cropToRatio: z.enum(['FOUR_THREE', 'ONE_ONE', 'VARIABLE']).default('VARIABLE'),
  }),
  response: mediaImage,
  errors: ['too-large'],
  example: { query: { file: 'valve.png' } },
  handler: async ({ query, actor, ctx, request, write }) => {
    const upload = uploadBody({ request, ctx }, limits.media.picture.max, 'A picture');
    const ratio = query.cropToRatio === 'VARIABLE' ? undefined : query.cropToRatio;
    const edit = { turn: turns[query.turn], part: query.crop === undefined ? null : partOf(query.crop) };
    const { kept, source } = await ctx.pictures.make(ctx.media, upload, { name: query.file, ratio, edit });
    const { userid } = actor;
    return write((s) => {
      // The cropped part replaces the picture in the media manager (CONTRACT 6.4).
      if (query.srcid !== undefined) s.media.requireImage(query.srcid, 'srcid');
      const whole = source && s.media.add({ ...source, userid, hidden: true }, source.files);
      const srcid = whole?.imageid ?? query.srcid ?? null;
      return s.media.item(s.media.add({ ...kept, userid, srcid, markup: query.markup ?? null }, kept.files));
    });
  },
});
