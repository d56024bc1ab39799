import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { distinctDrawings, drawNumbered, drawVariants } from '../media/draw.ts';
import type { MediaStorage } from '../media/storage.ts';
import { sniff } from '../media/formats.ts';
import { normalise } from '../media/imaging.ts';
import type { Original, Variant } from '../media/imaging.ts';
import { storePicture } from '../media/store-picture.ts';
import { inTurns } from '../media/turns.ts';
import { UsageError } from '../usage-error.ts';
import type { FetchScope } from '../sync/fetch-scope.ts';
import { RemoteError, openRemote } from '../sync/remote.ts';
import type { ImportedImage } from './myfixit.ts';
import type { BroughtPicture } from './put-guides.ts';

export interface PictureSource {
  /** Returns `undefined` if the picture keeps its address; reports the reason to `failed`. */
  bring(image: ImportedImage, failed: (message: string) => void): Promise<BroughtPicture | undefined>;
  /** Pictures that did not come yet keep their addresses. */
  close(): Promise<void>;
}

/**
 * Returns the source of an import's pictures.
 *
 * @param how `keep`, `draw`, `fetch` or a folder
 * @param scope the addresses that `fetch` asks
 * @throws UsageError for anything else
 */
export async function pictureSource(
  how: string,
  media: MediaStorage,
  scope: FetchScope = 'any',
): Promise<PictureSource> {
  const close = async (): Promise<void> => undefined;
  switch (how) {
    case 'keep':
      return { bring: async () => undefined, close };
    case 'draw':
      return { bring: drawer(media), close };
    case 'fetch':
      return fetcher(media, scope);
    default:
      return { bring: await fromFolder(how, media), close };
  }
}

async function store(
  media: MediaStorage,
  original: Original,
  sizes?: readonly Variant[],
): Promise<BroughtPicture> {
  const { width, height, mime } = original;
  return { width, height, mime, files: await storePicture(media, original, sizes) };
}

/** Reads the format from the bytes, whatever the server or file name says. */
const read = (bytes: Uint8Array): Promise<Original> => normalise(bytes, `.${sniff(bytes) ?? 'jpeg'}`);

function drawer(media: MediaStorage): PictureSource['bring'] {
  const drawn = new Map<number, Promise<BroughtPicture>>();
  let count = 0;
  return () => {
    const number = (count++ % distinctDrawings) + 1;
    const known = drawn.get(number);
    if (known) return known;
    const fresh = drawNumbered(number).then(async (original) =>
      store(media, original, await drawVariants(original)),
    );
    drawn.set(number, fresh);
    return fresh;
  };
}

/** Pictures that are in memory at once, from any number of servers. */
const atOnce = 8;

/** Consecutive failures after which a host is not asked again. */
const patience = 3;

function fetcher(media: MediaStorage, scope: FetchScope): PictureSource {
  // No site: what is asked for at the address of a site is always within reach.
  const remote = openRemote('http://none.invalid');
  const failures = new Map<string, number>();
  const turns = inTurns(atOnce);
  let isClosed = false;
  const bring: PictureSource['bring'] = async ({ original, sized }, failed) => {
    const base = URL.parse(original);
    if (!base) {
      failed(`${original} is not an address.`);
      return undefined;
    }
    const { origin } = base;
    let reason = '';
    for (const address of [original, ...(sized ? [`${original}.huge`, `${original}.standard`] : [])]) {
      if (isClosed || (failures.get(origin) ?? 0) >= patience) return undefined;
      try {
        const { bytes } = await remote.bytes(new URL(address), scope, limits.media.picture.max);
        const picture = await read(bytes);
        failures.delete(origin);
        return await store(media, picture);
      } catch (error) {
        if (!(error instanceof RemoteError || error instanceof AppError)) throw error;
        if (isClosed) return undefined;
        reason ||= `${address}: ${error.message} It keeps its address.`;
        if (!(error instanceof RemoteError && error.kind === 'offline')) continue;
        const now = (failures.get(origin) ?? 0) + 1;
        failures.set(origin, now);
        if (now === patience) failed(`${origin} cannot be reached: its pictures keep their addresses`);
      }
    }
    failed(reason);
    return undefined;
  };
  return {
    bring: (image, failed) => turns(() => bring(image, failed)),
    close: () => {
      isClosed = true;
      return remote.close();
    },
  };
}

async function fromFolder(folder: string, media: MediaStorage): Promise<PictureSource['bring']> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`--pictures must be keep, draw, fetch or a folder, not "${folder}".`, error);
  });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const byName = new Map(files.map((name) => [parse(name).name.replace(/\.\w+$/, ''), name]));
  return async ({ guid, original }, failed) => {
    const name = byName.get(guid) ?? byName.get(parse(new URL(original).pathname).name);
    if (name === undefined) {
      failed(`there is no picture ${guid} in ${folder}: it keeps its address`);
      return undefined;
    }
    const bytes = await readFile(join(folder, name));
    try {
      return await store(media, await read(bytes));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed(`${name}: ${error.message} It keeps its address.`);
      return undefined;
    }
  };
}
