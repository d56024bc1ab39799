import { isAbsolute, join } from 'node:path';

import { AppError, invalid } from '../../shared/errors.ts';
import type { Config } from '../config.ts';
import type { Replica } from '../replica/replica.ts';
import { MediaFiles } from './files.ts';
import { MediaObjects } from './objects.ts';
import type { MediaStorage } from './storage.ts';

/** Word for the data folder, in the place of an address of an object storage. */
export const inFolder = 'folder';

/** Key of `meta` under which a hub's database names the storage of its files. */
export const mediaKey = 'media';

/**
 * Opens the storage of a hub's media files: where it was asked for, or where it has been before.
 *
 * @param asked `folder`, the path of another folder, or `s3://bucket/prefix`; undefined for what the hub has
 * @throws AppError `invalid` for another address, `incompatible` if the hub's files are somewhere else, or where only one process of a
 * shared site finds them
 */
export function openMedia(store: Replica, config: Config, asked?: string): MediaStorage {
  const known = store.read(null, (s) => s.meta.get<string>(mediaKey)) ?? inFolder;
  const place = asked ?? known;
  refuseOwnFolder(store, place);
  if (asked !== undefined && asked !== known) {
    const count = store.read(null, (s) => s.media.copies.storedFiles().length);
    if (count > 0)
      throw new AppError(
        'incompatible',
        `The ${count} files of this hub's pictures are in ${mediaPlace(known)}. Move them with "benchside move-media --to ${asked}" first.`,
      );
    chooseMedia(store, asked);
  }
  const media = mediaAt(place, config);
  if (config.redirectMedia && !media.addressOf)
    throw invalid(
      'redirectMedia',
      `The pictures are in ${mediaPlace(place)}, to which readers cannot be sent. Leave --redirect-media out, or keep them in an object storage.`,
    );
  return media;
}

/** @throws AppError `incompatible` if only one process of a shared site would find the files there */
export function refuseOwnFolder(store: Replica, place: string): void {
  if (!store.isShared || place !== inFolder) return;
  throw new AppError(
    'incompatible',
    'The hubs of a shared site need one place for pictures. Give --media with an object storage, s3://bucket/prefix, or with the path of a folder that all of them reach.',
  );
}

/** Opens a storage without asking whether the hub's files are there. @throws AppError `invalid` for an unknown address */
export function mediaAt(location: string, { dataDir, objectStore, redirectMedia }: Config): MediaStorage {
  if (location === inFolder) return new MediaFiles(join(dataDir, 'media'));
  if (isAbsolute(location)) return new MediaFiles(location);
  const [, bucket, prefix = ''] = address.exec(location) ?? [];
  if (bucket === undefined)
    throw invalid(
      'media',
      `"${location}" is neither "${inFolder}", nor the path of a folder from the root, nor an address like s3://bucket/prefix.`,
    );
  if (!objectStore)
    throw invalid(
      'media',
      'An object storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or BENCHSIDE_S3_KEY_FILE, in the environment.',
    );
  return new MediaObjects(
    { ...objectStore, bucket, prefix, redirects: redirectMedia },
    join(dataDir, 'uploads'),
  );
}

/** Records where a hub's files are from now on. */
export const chooseMedia = (store: Replica, location: string): void =>
  store.transact(null, (s) => s.meta.set(mediaKey, location));

export const mediaPlace = (location: string): string =>
  location === inFolder ? 'its data folder' : location;

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;
