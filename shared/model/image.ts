import { z } from 'zod';

import type { Known } from './known.ts';

/** Longest side in pixels of each size variant (CONTRACT 6.2). `original` has no suffix. */
export const imageSizes = {
  mini: 56,
  thumbnail: 96,
  '140x105': 140,
  '200x150': 200,
  standard: 300,
  '440x330': 440,
  medium: 592,
  large: 800,
  huge: 1600,
} as const;

export type ImageSize = keyof typeof imageSizes;

export const imageSizeNames = Object.keys(imageSizes) as readonly ImageSize[];

const url = z.string();

/** Image object (CONTRACT 6.1). Variants that are still being generated are missing. */
export const image = z.looseObject({
  id: z.int(),
  guid: z.string(),
  mini: url.optional(),
  thumbnail: url.optional(),
  '140x105': url.optional(),
  '200x150': url.optional(),
  standard: url.optional(),
  '440x330': url.optional(),
  medium: url.optional(),
  large: url.optional(),
  huge: url.optional(),
  original: url,
});

export type Image = Known<z.infer<typeof image>>;

/** Item of the media manager (CONTRACT 6.3). */
export const mediaImage = z.object({
  image,
  guid: z.string(),
  srcid: z.int().nullable(),
  width: z.int(),
  height: z.int(),
  ratio: z.enum(['ONE_ONE', 'FOUR_THREE', 'VARIABLE']),
  markup: z.string().nullable(),
  exif: z.record(z.string(), z.unknown()),
});

/** A hub's feed sends this in addition to the image object of a picture in a guide. */
export interface ImageFact {
  imageid: number;
  width: number;
  height: number;
  ratio: z.infer<typeof mediaImage>['ratio'];
  markup: string | null;
}

/** A picture in a hub's feed that a text shows by its guid. `fact` is only for readers who may fetch the picture. */
export interface FeedPicture {
  imageid: number;
  guid: string;
  fact?: ImageFact;
}

export type MediaImage = Known<z.infer<typeof mediaImage>>;

/** Why a picture is missing that no sync has tried to fetch. */
export const notFetchedYet = 'Not downloaded yet.';
