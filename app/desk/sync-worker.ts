import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { endpoints } from '../api/index.ts';
import { invariant } from '../../shared/assert.ts';
import { keepBackup } from '../replica/daily-backup/daily-backup.ts';
import { workerCrashFromEnvironment } from '../config.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Replica } from '../replica/replica.ts';
import { Engine } from '../sync/engine.ts';
import { keepReserve } from '../sync/keep-reserve.ts';
import { prepareInThread } from '../sync/prepare-thread.ts';
import type { PersonToken } from '../sync/round.ts';
import type { RoundOptions, RoundResult } from '../sync/engine.ts';
import type { LiveStatus } from '../sync/status.ts';

export interface WorkerInput {
  site: string;
  dataDir: string;
  logLevel: Config['logLevel'];
}

export type ToWorker = { type: 'round'; options: RoundOptions } | { type: 'stop' };

export type FromWorker =
  | { type: 'live'; live: LiveStatus }
  | { type: 'token-refused'; person: PersonToken }
  | { type: 'ended'; result: RoundResult };

/** Minimum milliseconds between reports; the last state is always sent. */
const reportsEveryMs = 100;

const port = parentPort;
invariant(port, 'this file runs as a worker');
const { site, dataDir, logLevel } = workerData as WorkerInput;
const log = createLog('sync', logLevel);
const store = new Replica({ dataDir, purpose: 'sync', log });
const send = (message: FromWorker): void => port.postMessage(message);
let latest: LiveStatus | undefined;
let report: NodeJS.Timeout | undefined;

const engine = new Engine({
  endpoints,
  site,
  store,
  media: new MediaFiles(join(dataDir, 'media')),
  log,
  prepare: prepareInThread(),
  lookThrough: true,
  onReport: (live) => {
    latest = live;
    report ??= setTimeout(() => {
      report = undefined;
      if (latest) send({ type: 'live', live: latest });
    }, reportsEveryMs);
  },
  onTokenRefused: (person) => send({ type: 'token-refused', person }),
});

const crashFile = workerCrashFromEnvironment();
function failWhereATestWantsIt(): void {
  if (crashFile !== undefined && existsSync(crashFile)) throw new Error('a test ended this worker');
}
if (crashFile !== undefined) setInterval(failWhereATestWantsIt, 20).unref();

async function runRound(options: RoundOptions): Promise<void> {
  failWhereATestWantsIt();
  keepReserve(store, log);
  const result = await engine.round(options);
  clearTimeout(report);
  report = undefined;
  send({ type: 'ended', result });
  if (stopping) return;
  keepReserve(store, log);
  keepBackup(store, log);
}

let running: Promise<void> = Promise.resolve();
let stopping = false;

port.on('message', (message: ToWorker) => {
  if (message.type === 'round') running = runRound(message.options);
  else void stop();
});

async function stop(): Promise<void> {
  stopping = true;
  engine.stop();
  await running;
  store.close();
  port?.close();
}
