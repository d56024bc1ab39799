import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { distinctDrawings, drawNumbered } from '../media/draw.ts';
import type { MediaFiles } from '../media/files.ts';
import { sniff } from '../media/formats.ts';
import { fromWebp, normalise } from '../media/imaging.ts';
import type { Original } from '../media/imaging.ts';
import { storePicture } from '../media/store-picture.ts';
import type { StoreWriter } from '../store/store.ts';
import type { Fixture } from './fixture-schema.ts';

/**
 * Writes the picture files; what comes back puts their rows, inside the transaction.
 *
 * @param folder where the fixture lies: its files are named from there and lie below it
 */
export async function storePictures(
  images: Fixture['images'],
  folder: string,
  media: MediaFiles,
  onProgress: (done: number, total: number) => void,
): Promise<((s: StoreWriter) => void)[]> {
  const puts: ((s: StoreWriter) => void)[] = [];
  const queue = [...images];
  const work = async (): Promise<void> => {
    for (let image = queue.shift(); image; image = queue.shift()) {
      const original = await pictureOf(image, folder);
      // A hub makes the other sizes when somebody first asks for them.
      const files = await storePicture(media, original, []);
      const { id: imageid, guid, userid, srcid, markup } = image;
      const { width, height, mime, exif } = original;
      puts.push((s) => {
        if (s.media.imageRow(imageid)) {
          // Sizes of another original are not sizes of this one.
          const isOther = s.media.copies.fileOf(guid, 'original')?.sha256 !== files[0]?.sha256;
          if (isOther) s.media.copies.forget(guid);
          for (const { size, ...written } of files) s.media.copies.putFile(guid, size, written);
        } else
          s.media.add(
            {
              imageid,
              guid,
              userid: userid ?? null,
              width,
              height,
              mime,
              exif,
              srcid: srcid ?? null,
              markup: markup ?? null,
            },
            files,
          );
      });
      onProgress(puts.length, images.length);
    }
  };
  await Promise.all([work(), work()]);
  return puts;
}

async function pictureOf({ id, file, data }: Fixture['images'][number], folder: string): Promise<Original> {
  if (data === undefined && file === undefined) return drawNumbered(id % distinctDrawings);
  const place = `images: ${id}`;
  try {
    if (data !== undefined) {
      const bytes = Buffer.from(data, 'base64');
      return await normalise(bytes, `.${sniff(bytes) ?? 'jpeg'}`);
    }
    const path = resolve(folder, file ?? '');
    if (!path.startsWith(folder + sep))
      throw new AppError('invalid', `${file} is outside the fixture's folder.`);
    const bytes = await readFile(path);
    return await (sniff(bytes) === 'webp' ? fromWebp(bytes) : normalise(bytes, path));
  } catch (error) {
    const known = error instanceof AppError || (error instanceof Error && 'path' in error);
    if (!known) throw error;
    throw new AppError('invalid', `${place}: ${error.message}`, {}, error);
  }
}
