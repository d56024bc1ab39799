import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Store } from '../../app/store/store.ts';
import { Engine } from '../../app/sync/engine.ts';

export interface WorkerTold {
  site: string;
  dataDir: string;
}

export interface RoundTold {
  guides: number;
  /** Until the round had ended and the database file was whole. */
  ms: number;
  /** Until all text was stored, searchable and in the database file. */
  textMs: number;
  /** Work of this thread. */
  cpuMs: number;
}

const { site, dataDir } = workerData as WorkerTold;
const log = createLog('sync', 'fatal');
const store = new Store({ dataDir, purpose: 'sync', log });
const media = new MediaFiles(join(dataDir, 'media'));

parentPort?.on('message', async (asked: 'round' | 'pictures') => {
  if (asked === 'pictures') {
    // As if all had been fetched: later rounds find a desk that has been running for a while.
    store.transact(null, ({ db }) =>
      db.runSql('UPDATE image_file SET sha256 = guid, bytes = 1 WHERE sha256 IS NULL'),
    );
    return parentPort?.postMessage('ready');
  }
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  let textMs = 0;
  const engine: Engine = new Engine({
    site,
    store,
    media,
    log,
    onReport: ({ phase }) => {
      // Twice: when all text is there, and when all pictures are listed and fetching them would begin.
      if (phase !== 'pictures') return;
      if (textMs === 0) textMs = performance.now() - start;
      else engine.stop();
    },
    onTokenRefused: () => undefined,
  });
  const { round, problem } = await engine.round({ people: [] });
  if (problem && textMs === 0) throw new Error(problem.message);
  const used = process.threadCpuUsage(cpu);
  const ms = performance.now() - start;
  const told: RoundTold = {
    guides: round.guides,
    ms,
    textMs,
    cpuMs: (used.user + used.system) / 1000,
  };
  parentPort?.postMessage(told);
});
parentPort?.postMessage('ready');
