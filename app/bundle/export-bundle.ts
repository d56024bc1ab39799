import type { KeyObject } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { BundleManifest, BundlePictures } from '../../shared/model/bundle.ts';
import { noRoomFor } from '../disk-error.ts';
import { readPrivateKey } from '../ed25519.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/storage.ts';
import { writeThrough } from '../media/write-through.ts';
import type { Replica } from '../replica/replica.ts';
import { signedManifest } from '../snapshot-signature.ts';
import { packedName } from '../snapshot/made-snapshot.ts';
import { packSnapshot } from '../snapshot/make-snapshot.ts';
import { TemporaryDesk } from '../snapshot/temporary-desk.ts';
import { refuseOtherProfile } from '../store/data-folder.ts';
import { pointAt, pointsSince } from '../store/feed/epochs.ts';
import { feedText } from '../store/feed/feed-text.ts';
import { hubKey } from '../store/site-key.ts';
import { offlineAddresses } from '../sync/offline-round.ts';
import { refuseExisting } from '../whole-file.ts';
import { addFiles } from './add-files.ts';
import { BundleWriter } from './bundle-file.ts';
import { packLines } from './packed-lines.ts';
import { sealedReceipts } from './receipts.ts';
import type { ReadAs } from './receipts.ts';
import { recordedSite } from './recorded-site.ts';

export interface ExportOptions {
  pictures: BundlePictures;
  /** Public address of the hub's API. */
  site?: string | undefined;
  log: Logger;
}

export type ExportedBundle = Pick<BundleManifest, 'guides' | 'wikis' | 'made'> & { files: number };

/**
 * Writes what everybody may read at a hub to a file, with its pictures and its answers to edits (SPEC U1). The hub may be running.
 *
 * @param hub opened for looking
 * @throws AppError `invalid` if there is such a file already, `unavailable` if there is no room for it
 */
export async function exportBundle(
  hub: Replica,
  media: MediaStorage,
  file: string,
  options: ExportOptions,
): Promise<ExportedBundle> {
  refuseOtherProfile(hub, 'hub');
  const key = hub.read(null, hubKey);
  if (!key)
    throw new AppError('invalid', 'This hub has no key yet to sign with. Start it once, and try again.');
  refuseExisting(file);
  const privateKey = readPrivateKey(key.privateKey);
  mkdirSync(join(hub.dataDir, 'snapshot'), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(hub.dataDir, 'snapshot', 'bundle-'));
  const part = `${file}.part`;
  try {
    const writer = await BundleWriter.create(part);
    let done: ExportedBundle;
    try {
      const manifest = await write(hub, media, { writer, folder, privateKey, ...options });
      await writer.finish({ ...manifest, key: key.publicKey }, privateKey);
      done = { ...manifest, files: manifest.files.count };
    } finally {
      await writer.close();
    }
    renameSync(part, file);
    return done;
  } catch (error) {
    throw noRoomFor(`the bundle ${file}`, error) ?? error;
  } finally {
    rmSync(part, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Writing extends ExportOptions {
  writer: BundleWriter;
  folder: string;
  privateKey: KeyObject;
}

async function write(
  hub: Replica,
  media: MediaStorage,
  writing: Writing,
): Promise<Omit<BundleManifest, 'signature' | 'key'>> {
  const { writer, folder, pictures, site } = writing;
  const packed = join(folder, 'feed.zst');
  const feed = await packFeed(hub, packed);
  // After the feed: an answer must not be older than what the feed shows.
  const receipts = hub
    .read(null, (s) => [...sealedReceipts(s, readAs(hub), offlineAddresses)])
    .filter(({ sealed }) => sealed.length <= limits.bundle.receipt.max);
  const made = hub.read(null, (s) => ({
    siteid: s.meta.siteid ?? '',
    name: s.meta.site.name,
    history: [
      ...pointsSince(s, 0).filter(({ sequence }) => sequence < feed.sequence),
      pointAt(s, feed.sequence),
    ],
    made: s.now,
  }));
  return {
    product: 'Benchside bundle',
    version: 2,
    ...made,
    ...(site === undefined ? {} : { site }),
    guides: feed.guides,
    wikis: feed.wikis,
    pictures,
    feed: { ...(await writer.add(createReadStream(packed))), unpackedBytes: feed.unpackedBytes },
    receipts: await writer.add(packLines(receipts)),
    ...(await partsOfDesk(hub, media, { ...writing, packed, ...feed, ...made })),
  };
}

/** Answers are read as their authors read. */
const readAs =
  (hub: Replica): ReadAs =>
  (userid, fn) => {
    const author = hub.read(null, (s) => s.users.actor(userid));
    return author ? hub.read(author, fn) : undefined;
  };

interface PackedFeed {
  /** Where it ends. */
  sequence: number;
  guides: number;
  wikis: number;
  unpackedBytes: number;
}

async function packFeed(hub: Replica, packed: string): Promise<PackedFeed> {
  const feed: PackedFeed = { sequence: 0, guides: 0, wikis: 0, unpackedBytes: 0 };
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const lines of feedText(hub, null, { after: 0, isLost: false }, offlineAddresses)) {
      const text = lines.toString('latin1');
      feed.guides += text.match(/^{"sequence":\d+,"kind":"guide","id":\d+,"doc"/gm)?.length ?? 0;
      feed.wikis += text.match(/^{"sequence":\d+,"kind":"wiki","id":\d+,"doc"/gm)?.length ?? 0;
      const end = /^{"end":true,"sequence":(\d+)/m.exec(text)?.[1];
      if (end !== undefined) feed.sequence = Number(end);
      feed.unpackedBytes += lines.length;
      yield lines;
    }
  }
  await pipeline(bytes(), createZstdCompress(), (source: AsyncIterable<Buffer>) =>
    writeThrough(packed, source),
  );
  return feed;
}

interface OfDesk extends Writing, PackedFeed {
  packed: string;
  siteid: string;
  made: number;
}

/** Adds what a desk has and needs that has read this feed: its database, and the files. */
async function partsOfDesk(
  hub: Replica,
  media: MediaStorage,
  { writer, folder, pictures, privateKey, log, packed, unpackedBytes, siteid, made }: OfDesk,
): Promise<Pick<BundleManifest, 'snapshot' | 'files'>> {
  const feed = (): Buffer[] => [readFileSync(packed)];
  const recording = { siteid, feed, unpackedBytes, receipts: new Map(), file: () => undefined };
  const desk = await TemporaryDesk.reading(recordedSite(recording), join(folder, 'desk'), made, log);
  try {
    const packedSnapshot = await packSnapshot(desk.store, folder);
    const { offset } = await writer.add(createReadStream(join(folder, packedName)));
    const files =
      pictures === 'none' ? [] : await addFiles(desk.round, { hub, media, writer, scope: pictures });
    if (files.length > limits.bundle.files.max)
      throw new AppError(
        'invalid',
        `This hub has more than ${limits.bundle.files.max} pictures and documents. Make a bundle with those of opened guides.`,
      );
    return {
      snapshot: { ...signedManifest({ ...packedSnapshot, siteid }, privateKey), offset },
      files: { ...(await writer.add(packLines(files))), count: files.length },
    };
  } finally {
    desk.close();
  }
}
