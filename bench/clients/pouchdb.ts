import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { peer } from '../peers.ts';
import { diskBytes, done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { keyOf } from '../servers/pouch.ts';
import type { PouchConstructor } from '../servers/pouch.ts';
import { seconds, spread, timed } from '../stats.ts';
import { spreadIds, touch } from '../touched.ts';

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
  await touch(url);
  const changed_ms = (await replicate()) * 1000;
  if (written !== Math.round(size / 100)) throw new Error(`PouchDB saw ${written} changed guides`);
  const unchanged_ms = (await replicate()) * 1000;
  const ids = spreadIds(size, 2000);
  const gets = await timed(ids.length, (index) => local.get(keyOf(ids[index] ?? 1)));
  await local.close();
  await done({
    full_s,
    changed_ms,
    unchanged_ms,
    stall_ms: delay.max / 1e6,
    peak_mb,
    disk_mb,
    ...spread('get', gets),
  });
}
