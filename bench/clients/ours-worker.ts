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
  /** Until all text was stored and searchable. */
  textMs: number;
  /** Work of this thread. */
  cpuMs: number;
}

const { site, dataDir } = workerData as WorkerTold;
const log = createLog('sync', 'fatal');
const store = new Store({ dataDir, purpose: 'sync', log });
const media = new MediaFiles(join(dataDir, 'media'));

parentPort?.on('message', async () => {
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  let textMs = 0;
  const engine: Engine = new Engine({
    site,
    store,
    media,
    log,
    onReport: ({ phase }) => {
      if (phase !== 'pictures' || textMs > 0) return;
      textMs = performance.now() - start;
      engine.stop();
    },
    onTokenRefused: () => undefined,
  });
  const { round, problem } = await engine.round({ people: [] });
  if (problem && textMs === 0) throw new Error(problem.message);
  const used = process.threadCpuUsage(cpu);
  const told: RoundTold = {
    guides: round.guides,
    ms: performance.now() - start,
    textMs,
    cpuMs: (used.user + used.system) / 1000,
  };
  parentPort?.postMessage(told);
});
parentPort?.postMessage('ready');
