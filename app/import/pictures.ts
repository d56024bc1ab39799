import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { distinctDrawings, drawNumbered, drawVariants } from '../media/draw.ts';
import type { MediaFiles } from '../media/files.ts';
import { normalise } from '../media/imaging.ts';
import type { Original, Variant } from '../media/imaging.ts';
import { storePicture } from '../media/store-picture.ts';
import { RemoteError, openRemote } from '../sync/remote.ts';
import type { BroughtPicture } from './put-guides.ts';

export interface PictureSource {
  /** `undefined` leaves the picture with its address; `failed` is told why. */
  bring(image: { guid: string; original: string }): Promise<BroughtPicture | undefined>;
  close(): Promise<void>;
}

const maxBytes = 80 * 1024 * 1024;

/**
 * Where an import's pictures come from.
 *
 * @param how `keep`, `draw`, `fetch` or a folder
 * @throws AppError `invalid` when it is none of these
 */
export async function pictureSource(
  how: string,
  media: MediaFiles,
  failed: (message: string) => void,
): Promise<PictureSource> {
  const close = async (): Promise<void> => undefined;
  switch (how) {
    case 'keep':
      return { bring: async () => undefined, close };
    case 'draw':
      return { bring: drawer(media), close };
    case 'fetch':
      return fetcher(media, failed);
    default:
      return { bring: await fromFolder(how, media, failed), close };
  }
}

async function store(media: MediaFiles, original: Original, sizes?: readonly Variant[]): Promise<BroughtPicture> {
  const { width, height, mime } = original;
  return { width, height, mime, files: await storePicture(media, original, sizes) };
}

function drawer(media: MediaFiles): PictureSource['bring'] {
  const drawn = new Map<number, Promise<BroughtPicture>>();
  let count = 0;
  return () => {
    const number = (count++ % distinctDrawings) + 1;
    const known = drawn.get(number);
    if (known) return known;
    const fresh = drawNumbered(number).then(async (original) => store(media, original, await drawVariants(original)));
    drawn.set(number, fresh);
    return fresh;
  };
}

function fetcher(media: MediaFiles, failed: (message: string) => void): PictureSource {
  const remote = openRemote('http://localhost');
  const unreachable = new Set<string>();
  return {
    bring: async ({ original }) => {
      const { origin } = new URL(original);
      if (unreachable.has(origin)) return undefined;
      for (const address of [original, `${original}.huge`, `${original}.standard`]) {
        try {
          const { bytes, mime } = await remote.bytes(address, maxBytes);
          return await store(media, await normalise(bytes, `.${mime.split('/')[1] ?? 'jpg'}`));
        } catch (error) {
          if (!(error instanceof RemoteError || error instanceof AppError)) throw error;
          if (error instanceof RemoteError && error.kind === 'offline') {
            unreachable.add(origin);
            failed(`${origin} cannot be reached: its pictures keep their addresses`);
            return undefined;
          }
          failed(`${address}: ${error.message}`);
        }
      }
      return undefined;
    },
    close: () => remote.close(),
  };
}

async function fromFolder(folder: string, media: MediaFiles, failed: (message: string) => void): Promise<PictureSource['bring']> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new AppError('invalid', `--pictures must be keep, draw, fetch or a folder; "${folder}" is none.`, {}, error);
  });
  const byGuid = new Map(names.map((name) => [parse(name).name.replace(/\.\w+$/, ''), name]));
  return async ({ guid }) => {
    const name = byGuid.get(guid);
    if (!name) {
      failed(`there is no picture ${guid} in ${folder}`);
      return undefined;
    }
    try {
      return await store(media, await normalise(await readFile(join(folder, name)), name));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed(`${name}: ${error.message}`);
      return undefined;
    }
  };
}
