import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { distinctDrawings, drawNumbered } from '../media/draw.ts';
import type { MediaStorage } from '../media/storage.ts';
import { sniff } from '../media/formats.ts';
import { fromWebp, headOfWebp, normalise } from '../media/imaging.ts';
import type { Original } from '../media/imaging.ts';
import type { ImageFile } from '../store/media/media.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import type { Fixture } from './fixture-schema.ts';

/**
 * Writes the picture files; returns functions that insert their rows, to be called in the transaction.
 *
 * @param folder of the fixture; files are relative to it and must be below it
 */
export async function storePictures(
  images: Fixture['images'],
  folder: string,
  media: MediaStorage,
  onProgress: (done: number, total: number) => void,
): Promise<((s: ReplicaWriter) => void)[]> {
  const puts: ((s: ReplicaWriter) => void)[] = [];
  const queue = [...images];
  const work = async (): Promise<void> => {
    for (let image = queue.shift(); image; image = queue.shift()) {
      const { bytes, size, width, height, mime, exif } = await pictureOf(image, folder);
      // A hub creates the sizes when they are first requested.
      const file: ImageFile = { size, mime, ...(await media.write(bytes)) };
      const { id: imageid, guid, userid, srcid, markup } = image;
      puts.push((s) => {
        if (s.media.imageRow(imageid)) {
          // Sizes of another picture do not belong to this one.
          if (s.media.copies.fileOf(guid, size)?.sha256 !== file.sha256) s.media.copies.forget(guid);
          s.media.copies.putFile(guid, size, file);
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
            [file],
          );
      });
      onProgress(puts.length, images.length);
    }
  };
  await Promise.all([work(), work()]);
  return puts;
}

/** A picture as stored: its original, or the source that the original is made from. */
interface Stored extends Original {
  size: 'original' | 'source';
}

async function pictureOf({ id, file, data }: Fixture['images'][number], folder: string): Promise<Stored> {
  if (data === undefined && file === undefined) return asOriginal(await drawNumbered(id % distinctDrawings));
  const place = `images: ${id}`;
  try {
    if (data !== undefined) {
      const bytes = Buffer.from(data, 'base64');
      return asOriginal(await normalise(bytes, `.${sniff(bytes) ?? 'jpeg'}`));
    }
    const path = resolve(folder, file ?? '');
    if (!path.startsWith(folder + sep))
      throw new AppError('invalid', `${file} is outside the fixture's folder.`);
    const bytes = await readFile(path);
    if (sniff(bytes) !== 'webp') return asOriginal(await normalise(bytes, path));
    const plain = await headOfWebp(bytes);
    return plain ? { ...plain, bytes, exif: {}, size: 'source' } : asOriginal(await fromWebp(bytes));
  } catch (error) {
    const known = error instanceof AppError || (error instanceof Error && 'path' in error);
    if (!known) throw error;
    throw new AppError('invalid', `${place}: ${error.message}`, {}, error);
  }
}

const asOriginal = (original: Original): Stored => ({ ...original, size: 'original' });
