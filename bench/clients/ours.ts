import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { diskBytes, done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { medianOfRounds, percentile, seconds, spread, timed } from '../stats.ts';
import { moduleBeside } from '../../app/module-beside.ts';
import { resourceLimits } from '../../app/desk/sync-host.ts';
import { change, editor, spreadIds } from '../touched.ts';
import { pushed } from './ours-pushed.ts';
import type { RoundTold, WorkerTold } from './ours-worker.ts';

/** A window reads a guide this often while a sync runs. */
const readEveryMs = 10;

/**
 * A desk: its core on this thread, answering reads all the while, and its sync in a worker on its own connection. A
 * first round counts until all text is stored, indexed and in the database file (`full_s`), and until its pictures are
 * listed as well (`listed_s`); fetching them is left out.
 */
export async function ours({ url, size, workDir, variant }: Job): Promise<void> {
  const core = createCore(
    configSchema.parse({ profile: 'desk', dataDir: workDir, site: url, logLevel: 'fatal' }),
  );
  const workerData: WorkerTold = { site: url, dataDir: workDir, people: variant === 'plain' ? [] : [editor] };
  const worker = new Worker(moduleBeside(import.meta.url, 'ours-worker'), { workerData, resourceLimits });
  await new Promise((resolve) => worker.once('message', resolve));
  const ask = <Told>(what: 'round' | 'pictures'): Promise<Told> => {
    const told = new Promise<Told>((resolve) => worker.once('message', resolve));
    worker.postMessage(what);
    return told;
  };
  const round = (): Promise<RoundTold> => ask('round');
  const read = async (guideid: number): Promise<string> => {
    const response = await core.fetch(new Request(`http://desk/api/2.0/guides/${guideid}`));
    return response.ok ? response.text() : '';
  };

  // A desk whose window is open has answered before.
  await timed(100, () => read(1));
  const reads: number[] = [];
  const window = setInterval(async () => {
    const start = performance.now();
    if (await read(1 + Math.floor(Math.random() * size))) reads.push(performance.now() - start);
  }, readEveryMs);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const first = await round();
  delay.disable();
  clearInterval(window);
  const peak_mb = peakMb();
  const disk_mb = diskBytes(workDir) / 1e6;
  if (first.guides !== size) throw new Error(`${first.guides} of ${size} guides came`);

  await ask('pictures');
  // The first round that fetches everything also sweeps the picture folder.
  await round();
  await change(url, 'touch');
  const changed = await round();
  if (changed.guides !== Math.round(size / 100)) throw new Error(`${changed.guides} changed guides came`);
  const unchanged_ms = await medianOfRounds(async () => (await round()).ms);

  const ids = spreadIds(size, 2000);
  const inProcess = await timed(ids.length, (index) =>
    core.ctx.store.read(null, (s) =>
      s.guides.answer(s.guides.requireVisible(ids[index] ?? 1), { prerequisiteSteps: true }),
    ),
  );
  const asked = await timed(ids.length, (index) => read(ids[index] ?? 1));
  const edits = variant === 'plain' ? {} : await pushed(core, round, url, size);
  await worker.terminate();
  await core.close();
  const copy_s = await seconds(() => copyToDisk(workDir));
  await done({
    full_s: first.textMs / 1000,
    listed_s: first.ms / 1000,
    sync_cpu_s: first.cpuMs / 1000,
    changed_ms: changed.ms,
    unchanged_ms,
    stall_ms: delay.max / 1e6,
    peak_mb,
    disk_mb,
    ...spread('during', reads),
    during_max_ms: percentile(reads, 1),
    ...spread('get', inProcess),
    ...spread('fetch', asked),
    ...edits,
    copy_s,
  });
}

/** The least work of a sync that copies: what the desk keeps on the disk, once more, and there for good. */
async function copyToDisk(folder: string): Promise<void> {
  const copies = join(folder, 'copies');
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  await mkdir(copies);
  for (const { name } of names) {
    const copy = join(copies, name);
    await copyFile(join(folder, name), copy);
    await using file = await open(copy, 'r+');
    await file.sync();
  }
}
