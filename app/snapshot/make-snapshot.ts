import { createReadStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

import { invariant } from '../../shared/assert.ts';
import { signatureHeader } from '../../shared/signature.ts';
import type { Logger } from '../log.ts';
import type { WrittenFile } from '../media/storage.ts';
import { writeThrough } from '../media/write-through.ts';
import { copyDatabase } from '../replica/daily-backup/copy-database.ts';
import { Replica } from '../replica/replica.ts';
import { seenPoints } from '../replica/seen-points.ts';
import { databaseName } from '../store/database-name.ts';
import { feedText } from '../store/feed/feed-text.ts';
import { migrations } from '../store/migrations/index.ts';
import { offlineAddresses } from '../sync/offline-round.ts';
import type { Transport } from '../sync/transport.ts';
import { packedName } from './made-snapshot.ts';
import type { MadeSnapshot } from './made-snapshot.ts';
import { TemporaryDesk } from './temporary-desk.ts';

/**
 * Makes the database of a desk of a hub that has read the feed to its end without a sign-in, and packs it into a file of `folder`.
 * The hub may be running.
 *
 * @param hubDir data folder of the hub, which is only read
 */
export async function makeSnapshot(hubDir: string, folder: string, log: Logger): Promise<MadeSnapshot> {
  const hub = new Replica({ dataDir: hubDir, purpose: 'look', log });
  try {
    const made = hub.read(null, (s) => s.now);
    const desk = await TemporaryDesk.reading(transportOf(hub), join(folder, 'desk'), made, log);
    try {
      return await packSnapshot(desk.store, folder);
    } finally {
      desk.close();
    }
  } finally {
    hub.close();
  }
}

/** Packs the database of a desk that has read a feed to its end without a sign-in into a file of `folder`. */
export async function packSnapshot(desk: Replica, folder: string): Promise<MadeSnapshot> {
  const read = desk.read(null, (s) => {
    const point = seenPoints(s).at(-1);
    invariant(point !== undefined, 'the feed says where it ends');
    return { ...point, guides: s.guides.ids().length, wikis: s.wikis.ids().length };
  });
  const copy = join(folder, 'copy.sqlite');
  // A copy has no free pages, in which rows that were replaced could be read.
  copyDatabase(join(desk.dataDir, databaseName), copy);
  const packed = await pack(copy, join(folder, packedName));
  const unpackedBytes = statSync(copy).size;
  rmSync(copy);
  return { ...read, ...packed, schema: migrations.length, unpackedBytes };
}

/** Packs a file, onto the disk. */
function pack(file: string, packed: string): Promise<WrittenFile> {
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return pipeline(createReadStream(file), zstd, (source: AsyncIterable<Buffer>) =>
    writeThrough(packed, source),
  );
}

function transportOf(hub: Replica): Transport {
  const siteid = hub.read(null, (s) => s.meta.siteid) ?? '';
  const lines = (after: number): AsyncGenerator<Buffer> =>
    feedText(hub, null, { after, isLost: false }, offlineAddresses);
  return {
    request: async ({ method, path }) => {
      const after = /^\/api\/2\.0\/benchside\/changes\?after=(\d+)$/.exec(path)?.[1];
      invariant(method === 'GET' && after !== undefined, `a snapshot is made from the feed only: ${path}`);
      return { status: 200, headers: { [signatureHeader]: siteid }, body: lines(Number(after)) };
    },
    fetch: () => Promise.reject(new Error('no picture is fetched')),
    close: async () => undefined,
  };
}
