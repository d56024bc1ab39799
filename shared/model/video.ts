import { z } from 'zod';

import type { Known } from './known.ts';

import { image } from './image.ts';

/** One file of a video; `column` names what it was made for, `original` is the upload itself. */
export const videoEncoding = z.looseObject({
  column: z.string(),
  label: z.string(),
  width: z.int(),
  height: z.int(),
  codecs: z.string(),
  mime: z.string(),
  format: z.string(),
  url: z.string(),
  always_generate: z.boolean(),
});

/**
 * Item of the media manager, and `media.data` of a step (CONTRACT 4.7, 6.6). `duration` is in milliseconds; it and the sides
 * are 0 where the file does not say. `objectid` is what a step's `media` names.
 */
export const video = z.looseObject({
  videoid: z.int(),
  objectid: z.int(),
  srcid: z.int().nullable(),
  filename: z.string(),
  duration: z.number(),
  width: z.int(),
  height: z.int(),
  image: z.looseObject({ image, width: z.int(), height: z.int(), ratio: z.string() }).nullable(),
  meta: z.looseObject({}).nullable(),
  encodings: z.array(videoEncoding),
});

export type Video = Known<z.infer<typeof video>>;
export type VideoEncoding = Known<z.infer<typeof videoEncoding>>;
