import { readFile } from 'node:fs/promises';

import type { ImageFile } from '../store/media/media.ts';
import type { MediaStorage } from './storage.ts';
import { crop, normalise, turnAndCut } from './imaging.ts';
import type { CropRatio, Original, DecodedPicture, PictureEdit } from './imaging.ts';
import { storePicture } from './store-picture.ts';
import { inTurns } from './turns.ts';

export interface PictureJob {
  /** Name of the uploaded file, whose extension gives the format; without an extension the bytes do. */
  name: string | undefined;
  ratio: CropRatio | undefined;
  edit: PictureEdit;
}

/** A picture whose files of all sizes are stored. */
export interface MadePicture extends DecodedPicture {
  exif: Record<string, string>;
  files: ImageFile[];
}

export interface MadePictures {
  kept: MadePicture;
  /** The whole upload, if `kept` was cropped from it. */
  source: MadePicture | null;
}

/** Makes pictures from uploads: in this process, or in a thread if this process must not be blocked. */
export interface PictureMaker {
  /** @throws AppError as `normalise` */
  make(media: MediaStorage, upload: AsyncIterable<Uint8Array>, job: PictureJob): Promise<MadePictures>;
  close(): Promise<void>;
}

/** Maximum of uploads in memory with all their sizes. Others wait on the disk, so a slow sender takes no place. */
const turn = inTurns(2);

/** For a hub: sharp's native build works in its own threads. */
export const makeHere: PictureMaker = {
  make: (media, upload, job) =>
    media.whileKept(upload, (file) => turn(async () => makePictures(media, await readFile(file), job))),
  close: async () => undefined,
};

export async function makePictures(
  media: MediaStorage,
  bytes: Uint8Array,
  { name, ratio, edit }: PictureJob,
): Promise<MadePictures> {
  const original = await turnAndCut(await normalise(bytes, name), edit);
  const kept = ratio === undefined ? original : await crop(original, ratio);
  return {
    kept: await made(media, kept),
    source: kept === original ? null : await made(media, original),
  };
}

async function made(media: MediaStorage, original: Original): Promise<MadePicture> {
  const { width, height, mime, exif } = original;
  return { width, height, mime, exif, files: await storePicture(media, original) };
}
