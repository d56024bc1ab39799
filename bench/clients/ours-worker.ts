import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { Replica } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import { Engine } from '../../app/sync/engine.ts';
import { listMore } from '../../app/sync/list-pictures.ts';
import { prepareInThread } from '../../app/sync/prepare-thread.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import type { PersonToken } from '../../app/sync/round.ts';

export interface WorkerTold {
  site: string;
  dataDir: string;
  people: PersonToken[];
}

export interface RoundTold {
  guides: number;
  /** Until the round had ended and the database file was whole. */
  ms: number;
  /** Until all text was stored, searchable and in the database file. */
  textMs: number;
  /** Until everything that could be sent was. */
  sentMs: number;
  /** Work of this thread. */
  cpuMs: number;
}

type Told = (told: Pick<SyncStatus, 'phase' | 'progress'>) => void;

const { site, dataDir, people } = workerData as WorkerTold;
const log = createLog('sync', 'fatal');
const store = new Replica({ dataDir, purpose: 'sync', log });
const prepare = prepareInThread();
const media = new MediaFiles(join(dataDir, 'media'));

let onReport: Told = () => undefined;
const newEngine = (): Engine =>
  new Engine({
    endpoints,
    site,
    store,
    media,
    log,
    prepare,
    onReport: (told) => onReport(told),
    onTokenRefused: () => undefined,
  });
/** One that was stopped starts no other round. */
let engine = newEngine();
let isComplete = false;

parentPort?.on('message', async (asked: 'round' | 'pictures') => {
  if (asked === 'pictures') {
    // As if all had been fetched: later rounds find a desk that has been running for a while.
    while (await listMore({ store, stopped: () => false }));
    store.transact(null, ({ db }) =>
      db.run(sql`UPDATE image_file SET sha256 = guid, bytes = 1 WHERE sha256 IS NULL`),
    );
    isComplete = true;
    engine = newEngine();
    return parentPort?.postMessage('ready');
  }
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  let textMs = 0;
  let sentMs = 0;
  let pictures = 0;
  const asking = engine;
  onReport = ({ phase, progress: { guides } }) => {
    if (phase === 'text' && sentMs === 0) sentMs = performance.now() - start;
    // By the plain endpoints forms and tags follow, which nobody else fetches.
    if (textMs === 0 && !isComplete && guides.done > 0 && guides.done === guides.total) {
      store.checkpoint();
      textMs = performance.now() - start;
    }
    // Twice: when all is here but pictures, and when covers are listed and fetching them would begin.
    if (phase !== 'pictures') return;
    pictures += 1;
    if (textMs === 0) textMs = performance.now() - start;
    if (pictures === 2 && !isComplete) asking.stop();
  };
  const { round, problem } = await asking.round({ people });
  if (problem && pictures === 0) throw new Error(problem.message);
  const used = process.threadCpuUsage(cpu);
  const ms = performance.now() - start;
  const told: RoundTold = {
    guides: round.guides,
    ms,
    textMs,
    sentMs,
    cpuMs: (used.user + used.system) / 1000,
  };
  parentPort?.postMessage(told);
});
parentPort?.postMessage('ready');
