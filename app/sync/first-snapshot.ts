import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

import type { Info } from '../../shared/model/benchside.ts';
import { snapshotManifest } from '../../shared/model/snapshot.ts';
import type { SnapshotManifest } from '../../shared/model/snapshot.ts';
import { readPublicKey } from '../ed25519.ts';
import { failpoint } from '../failpoint.ts';
import { adoptSnapshot, hasNothing } from '../replica/snapshot/adopt-snapshot.ts';
import { isSignedManifest } from '../snapshot-signature.ts';
import { migrations } from '../store/migrations/index.ts';
import { unpackedChunk } from '../unpacked-chunk.ts';
import { nameNewest } from './history.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';
import { isRestored } from './starting-over.ts';

/** Why the feed is read in the place of a snapshot. */
class Unsuitable extends Error {}

/**
 * Fills a desk that has nothing from the snapshot of its hub, if that offers one. Whatever fails, the desk still has nothing then,
 * and reads the feed from its beginning.
 *
 * @throws RemoteError if the round is stopped; the next one resumes the download
 */
export async function startFromSnapshot(
  round: Round,
  { snapshot, key }: Pick<Info, 'snapshot' | 'key'>,
): Promise<void> {
  const { store, log } = round;
  const folder = join(store.dataDir, 'snapshot');
  const isSuitable = store.read(null, (s) => hasNothing(s) && !isRestored(s));
  if (!snapshot || key === undefined || !isSuitable) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  try {
    const manifest = await askManifest(round, key);
    requireRoom(round, manifest);
    mkdirSync(folder, { recursive: true });
    adopt(round, manifest, await fetchDatabase(round, manifest, folder));
    rmSync(folder, { recursive: true });
  } catch (error) {
    if (round.stopped()) throw error;
    // A download that was cut off is resumed in a later round, if the feed cannot be read either.
    if (!(error instanceof RemoteError)) rmSync(folder, { recursive: true, force: true });
    const why = error instanceof Unsuitable ? { reason: error.message } : { err: error };
    log.warn(why, 'the snapshot of the hub is not used: the feed is read from its beginning');
  }
}

async function askManifest({ store, remote, people }: Round, key: string): Promise<SnapshotManifest> {
  const found = snapshotManifest.safeParse(await remote.get('/benchside/snapshot', people[0]?.token));
  if (!found.success) throw new Unsuitable(`its manifest is not valid: ${found.error.message}`);
  const manifest = found.data;
  if (!isSignedManifest(manifest, readPublicKey(key))) throw new Unsuitable('its signature is wrong');
  if (manifest.siteid !== store.read(null, (s) => s.meta.siteid))
    throw new Unsuitable('it belongs to another site');
  if (manifest.schema !== migrations.length)
    throw new Unsuitable(`its tables are of version ${manifest.schema}, and not ${migrations.length}`);
  return manifest;
}

/** The file as it is sent, unpacked, in the log of the database, and in the database. */
function requireRoom({ store: { reserve } }: Round, { bytes, unpackedBytes }: SnapshotManifest): void {
  if (!reserve.hasRoomForFiles(bytes + 3 * unpackedBytes))
    throw new Unsuitable('there is not enough disk space for it');
}

/** Files in the folder that a snapshot is put together in. */
const partOf = ({ sha256 }: SnapshotManifest): string => `${sha256}.part`;

/**
 * Downloads the file, checks its hash and unpacks it, all at once.
 *
 * @returns the path of the database
 */
async function fetchDatabase(round: Round, manifest: SnapshotManifest, folder: string): Promise<string> {
  const database = join(folder, 'snapshot.sqlite');
  // Before the file is opened: what is removed later could be the new one.
  for (const name of readdirSync(folder)) if (name !== partOf(manifest)) rmSync(join(folder, name));
  const hash = createHash('sha256');
  let length = 0;
  failpoint('before-file', 'snapshot');
  // The desk's own database is written safely, so this one need not be on the disk: a desk that is killed unpacks it again.
  await pipeline(
    packedBytes(round, manifest, folder),
    each((chunk) => hash.update(chunk)),
    createZstdDecompress({ chunkSize: unpackedChunk }),
    each((chunk) => {
      length += chunk.length;
      if (length > manifest.unpackedBytes) throw new Unsuitable('it is larger than announced');
    }),
    createWriteStream(database, { highWaterMark: unpackedChunk }),
  );
  if (hash.digest('hex') !== manifest.sha256) throw new Unsuitable('its SHA-256 is wrong');
  failpoint('after-file', 'snapshot');
  return database;
}

/** Looks at each chunk that passes. If `look` throws, the pipeline fails. */
const each = (look: (chunk: Uint8Array) => void) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      look(chunk);
      yield chunk;
    }
  };

/** Returns the bytes of the file: those that came before, then the rest. A download that is cut off goes on where it stopped. */
async function* packedBytes(
  round: Round,
  manifest: SnapshotManifest,
  folder: string,
): AsyncGenerator<Uint8Array> {
  const part = join(folder, partOf(manifest));
  const length = (): number => statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (length() > 0) yield* createReadStream(part, { highWaterMark: unpackedChunk });
  while (length() < manifest.bytes) {
    const before = length();
    try {
      yield* rest(round, manifest, { part, from: before });
    } catch (error) {
      if (round.stopped() || !(error instanceof RemoteError) || length() === before) throw error;
    }
  }
}

/** Downloads the file from a byte on, and keeps what came. */
async function* rest(
  round: Round,
  manifest: SnapshotManifest,
  { part, from }: { part: string; from: number },
): AsyncGenerator<Uint8Array> {
  const { remote, people } = round;
  const { sha256, bytes } = manifest;
  const path = `/benchside/snapshot/${sha256}`;
  const answer = await remote.open(path, people[0]?.token, from === 0 ? {} : { Range: `bytes=${from}-` });
  const isRest = answer.headers['content-range'] === `bytes ${from}-${bytes - 1}/${bytes}`;
  await using file = await open(part, 'a');
  let length = from;
  // Something on the way may send the whole file in spite of the range.
  let known = isRest ? 0 : from;
  for await (const sent of answer.body) {
    const chunk = sent.subarray(Math.min(known, sent.length));
    known -= sent.length - chunk.length;
    length += chunk.length;
    if (length > bytes) throw new Unsuitable('its file is longer than announced');
    await file.write(chunk);
    yield chunk;
    failpoint('after-answer', `GET ${path}`);
    showArrived(round, manifest, length);
    if (round.stopped())
      throw new RemoteError('offline', 'Stopped before the end. The next sync continues here.');
  }
  if (length < bytes) throw new RemoteError('bad-answer', 'The snapshot of the hub was cut off.');
}

/** Shows the part of a file that has come as guides and pages. The last of them count when they are stored. */
function showArrived(round: Round, { guides, wikis, bytes }: SnapshotManifest, length: number): void {
  const { progress, remote } = round;
  const arrived = (total: number): { done: number; total: number } => ({
    done: Math.floor((Math.max(0, total - 1) * length) / bytes),
    total,
  });
  progress.guides = arrived(guides);
  progress.wikis = arrived(wikis);
  progress.bytes = remote.traffic.bytes;
  round.report('text');
}

function adopt(round: Round, { guides, wikis }: SnapshotManifest, database: string): void {
  const { store, counts, progress } = round;
  if (!adoptSnapshot(store.dataDir, database)) throw new Unsuitable('this desk already has content');
  nameNewest(round);
  counts.guides += guides;
  counts.wikis += wikis;
  progress.guides = { done: guides, total: null };
  progress.wikis = { done: wikis, total: null };
  store.checkpoint();
  round.report('text');
}
