import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { endpoints } from '../api/index.ts';
import { importBundle } from '../bundle/import-bundle.ts';
import { AppError } from '../../shared/errors.ts';
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import { invariant } from '../../shared/assert.ts';
import { keepBackup } from '../replica/daily-backup/daily-backup.ts';
import { workerCrashFromEnvironment } from '../config.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Replica } from '../replica/replica.ts';
import { replayedEndpoints } from '../replica/rebase/replayed-endpoints.ts';
import { Replayer } from '../replica/rebase/replayer.ts';
import { Engine } from '../sync/engine.ts';
import { keepReserve } from '../sync/keep-reserve.ts';
import { prepareInThread } from '../sync/prepare-thread.ts';
import type { PersonToken } from '../sync/round.ts';
import type { RoundOptions, RoundResult } from '../sync/engine.ts';
import type { LiveStatus } from '../sync/status.ts';
import { goAfterTheWindow } from './after-the-window.ts';

export interface WorkerInput {
  site: string;
  dataDir: string;
  logLevel: Config['logLevel'];
}

export type ToWorker =
  | { type: 'round'; options: RoundOptions }
  | { type: 'bundle'; file: string; acceptRemovals: boolean }
  | { type: 'hurry' }
  | { type: 'stop-import' }
  | { type: 'stop' };

export type BundleOutcome =
  | { result: ImportedBundle }
  | { result: undefined; code: ErrorCode; message: string; confirm?: ErrorDetails['confirm'] };

export type FromWorker =
  | { type: 'live'; live: LiveStatus }
  | { type: 'token-refused'; person: PersonToken }
  | { type: 'imported'; outcome: BundleOutcome }
  | { type: 'ended'; result: RoundResult };

/** Minimum milliseconds between reports; the last state is always sent. */
const reportsEveryMs = 100;

const port = parentPort;
invariant(port, 'this file runs as a worker');
const { site, dataDir, logLevel } = workerData as WorkerInput;
const log = createLog('sync', logLevel);
goAfterTheWindow(log);
const store = new Replica({ dataDir, purpose: 'sync', log });
const send = (message: FromWorker): void => port.postMessage(message);
let latest: LiveStatus | undefined;
let report: NodeJS.Timeout | undefined;

const media = new MediaFiles(join(dataDir, 'media'));
const onReport = (live: LiveStatus): void => {
  latest = live;
  report ??= setTimeout(() => {
    report = undefined;
    if (latest) send({ type: 'live', live: latest });
  }, reportsEveryMs);
};

const engine = new Engine({
  endpoints,
  site,
  store,
  media,
  log,
  prepare: prepareInThread(),
  checkIntegrity: true,
  onReport,
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

let stopImport = new AbortController();

async function takeBundle(file: string, acceptRemovals: boolean): Promise<void> {
  failWhereATestWantsIt();
  stopImport = new AbortController();
  const replayer = new Replayer(replayedEndpoints(endpoints, { store, media, log }), { store, log });
  const startedAt = Date.now() / 1000;
  let outcome: BundleOutcome;
  try {
    keepReserve(store, log);
    const result = await importBundle({ store, media, replayer, log, site }, file, {
      acceptRemovals,
      signal: stopImport.signal,
      onProgress: (phase, progress) => onReport({ phase, startedAt, progress }),
    });
    log.info(result, 'a bundle was imported');
    outcome = { result };
  } catch (error) {
    outcome = failureOf(error);
  }
  clearTimeout(report);
  report = undefined;
  send({ type: 'imported', outcome });
}

function failureOf(error: unknown): BundleOutcome {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { result: undefined, code, message, ...(details.confirm && { confirm: details.confirm }) };
  }
  if (!stopImport.signal.aborted) log.error({ err: error }, 'the import of a bundle failed');
  const message = stopImport.signal.aborted
    ? 'The import was stopped. What was stored stays.'
    : 'The import failed; the log says why. What was stored stays.';
  return { result: undefined, code: 'unavailable', message };
}

let running: Promise<void> = Promise.resolve();
let stopping = false;

port.on('message', (message: ToWorker) => {
  if (message.type === 'round') running = runRound(message.options);
  else if (message.type === 'bundle') running = takeBundle(message.file, message.acceptRemovals);
  else if (message.type === 'hurry') engine.hurry();
  else if (message.type === 'stop-import') stopImport.abort();
  else void stop();
});

async function stop(): Promise<void> {
  stopping = true;
  engine.stop();
  stopImport.abort();
  await running;
  store.close();
  port?.close();
}
