import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { peer } from '../peers.ts';
import { diskBytes, done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { keyOf } from '../servers/pouch.ts';
import type { PouchConstructor } from '../servers/pouch.ts';
import { medianOfRounds, seconds, spread, timed } from '../stats.ts';
import { change, disputedIds, editedIds, offlineWords, spreadIds } from '../touched.ts';

/** PouchDB on LevelDB, replicating from express-pouchdb. It keeps what it pulled, and has no search index. */
export async function pouchdb({ url, size, workDir }: Job): Promise<void> {
  const PouchDB = peer<PouchConstructor>('pouchdb');
  const local = new PouchDB(join(workDir, 'db'));
  const remote = new PouchDB(url);
  let written = 0;
  const replicate = (): Promise<number> =>
    seconds(async () => {
      written = (await local.replicate.from(remote)).docs_written;
    });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const full_s = await replicate();
  delay.disable();
  if (written !== size) throw new Error(`PouchDB has ${written} of ${size} guides`);
  const peak_mb = peakMb();
  const disk_mb = diskBytes(workDir) / 1e6;
  await change(url, 'touch');
  const changed_ms = (await replicate()) * 1000;
  if (written !== Math.round(size / 100)) throw new Error(`PouchDB saw ${written} changed guides`);
  const unchanged_ms = await medianOfRounds(async () => (await replicate()) * 1000);
  const ids = spreadIds(size, 2000);
  const gets = await timed(ids.length, (index) => local.get(keyOf(ids[index] ?? 1)));

  const keys = editedIds(size).map(keyOf);
  const edit = (): Promise<number> =>
    seconds(async () => {
      for (const key of keys) {
        const doc = await local.get(key);
        await local.put({ ...doc, introduction_raw: doc.introduction_raw + offlineWords });
      }
    });
  const queue_s = await edit();
  await change(url, 'dispute');
  let found = 0;
  const push_s = await seconds(async () => {
    await local.replicate.to(remote);
    await local.replicate.from(remote);
    const { rows } = await local.allDocs({ keys, include_docs: true, conflicts: true });
    found = rows.filter(({ doc }) => '_conflicts' in doc).length;
  });
  if (found !== disputedIds(size).length) throw new Error(`PouchDB found ${found} conflicts`);
  // The first push looks through everything; from now on it knows where it was.
  await edit();
  const later_push_s = await seconds(async () => {
    await local.replicate.to(remote);
    await local.replicate.from(remote);
  });
  await local.close();
  await done({
    full_s,
    changed_ms,
    unchanged_ms,
    queue_s,
    push_s,
    later_push_s,
    stall_ms: delay.max / 1e6,
    peak_mb,
    disk_mb,
    ...spread('get', gets),
  });
}
