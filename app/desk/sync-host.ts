import { Worker } from 'node:worker_threads';

import { AppError } from '../../shared/errors.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import { markTokenRefused, siteTokens } from '../identity/people.ts';
import type { Vault } from '../identity/vault.ts';
import type { Logger } from '../log.ts';
import { moduleBeside } from '../module-beside.ts';
import { settingsOf } from '../store/desk-settings.ts';
import type { Replica } from '../replica/replica.ts';
import type { LiveStatus } from '../sync/status.ts';
import type { SyncHandle, SyncRequest } from '../sync/handle.ts';
import { watchNetwork } from '../sync/network-watch.ts';
import { problemOf, SyncStop } from '../sync/problem.ts';
import { next } from '../sync/scheduler.ts';
import type { Schedule } from '../sync/scheduler.ts';
import { countAgain, readSyncStatus } from '../sync/status.ts';
import type { BundleOutcome, FromWorker, ToWorker, WorkerInput } from './sync-worker.ts';

const interrupted = (): AppError =>
  new AppError('unavailable', 'The import was interrupted. What was stored stays; import the bundle again.');

export interface WorkerSyncOptions {
  config: Config;
  store: Replica;
  vault: Vault;
  log: Logger;
}

/** Milliseconds to wait after an edit or a return of the network, so that several of them start one round. */
const settleMs = 500;
/**
 * Heap limits of the worker. Documents are short-lived, so a young generation of the default size would only add memory. Without
 * a limit the old generation grows to four times what is in use, 100 MB in a first sync.
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 };

/**
 * Runs a desk's sync: rounds run in a worker thread on its own database connection, and this side decides when. A worker that
 * dies is started again and resumes from the store.
 */
export function workerSync({ config, store, vault, log }: WorkerSyncOptions): SyncHandle {
  const site = config.site;
  if (!site) throw new Error('a desk without a site does not sync');
  let worker: Worker | undefined;
  let live: LiveStatus | undefined;
  let running = false;
  let inRound = false;
  let closing = false;
  let wish: SyncRequest | undefined;
  /** The problem that ended the last round; `undefined` before the first. */
  let ended: SyncProblem | null | undefined;
  let schedule: Schedule = { failures: 0, nextAt: Date.now() };
  let timer: NodeJS.Timeout | undefined;
  /** Each begins work that waits for its turn. */
  const waiting: (() => void)[] = [];
  /** Ends the import of a bundle, if the worker is at one. */
  let endImport: ((outcome: BundleOutcome) => void) | undefined;

  const plan = (at: number | null): void => {
    clearTimeout(timer);
    if (closing || at === null) return;
    // At most a day: timers beyond 24 days fire at once. After sleep a timer fires late.
    timer = setTimeout(() => start({}), Math.min(Math.max(0, at - Date.now()), 86_400_000));
    timer.unref();
  };

  const start = (request: SyncRequest): void => {
    if (closing) return;
    if (running) {
      wish = { ...wish, ...request };
      hurry();
      return;
    }
    running = true;
    inRound = true;
    live = undefined;
    clearTimeout(timer);
    const message: ToWorker = {
      type: 'round',
      options: {
        people: siteTokens(store, vault).map(({ userid, token }) => ({ userid, token })),
        ...(request.acceptRemovals === undefined ? {} : { acceptRemovals: request.acceptRemovals }),
        ...(request.byHand === undefined ? {} : { byHand: request.byHand }),
      },
    };
    worker ??= spawn();
    worker.postMessage(message);
  };

  const hurry = (): void => {
    if (inRound) worker?.postMessage({ type: 'hurry' } satisfies ToWorker);
  };

  const finish = (problem: SyncProblem | null): void => {
    inRound = false;
    ended = problem;
    const { syncEveryMinutes: everyMinutes } = store.read(null, settingsOf);
    schedule = next(schedule, { problem, now: Date.now(), everyMinutes, random: Math.random });
    rest();
  };

  /** Starts what waits, or plans the next round. */
  const rest = (): void => {
    live = undefined;
    countAgain(store);
    const next = waiting.shift();
    if (next) return next();
    running = false;
    if (wish) {
      const request = wish;
      wish = undefined;
      start(request);
    } else plan(schedule.nextAt);
  };

  /** Resolves, with `running` set, when nothing else runs. @throws AppError `unavailable` if that was aborted */
  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    if (running) {
      hurry();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place >= 0) waiting.splice(place, 1);
        reject(interrupted());
      });
      await promise;
    }
    running = true;
    clearTimeout(timer);
  };

  const alone = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await turn(signal);
    try {
      return await work();
    } finally {
      rest();
    }
  };

  const importBundle: SyncHandle['importBundle'] = (file, { acceptRemovals, onBegin, signal }) =>
    alone(() => {
      const { promise, resolve, reject } = Promise.withResolvers<ImportedBundle>();
      if (closing) throw interrupted();
      onBegin();
      endImport = (outcome) => {
        endImport = undefined;
        if (outcome.result) resolve(outcome.result);
        else {
          const { code, message, confirm } = outcome;
          reject(new AppError(code, message, confirm === undefined ? {} : { confirm }));
        }
      };
      const send = (message: ToWorker): void => {
        worker ??= spawn();
        worker.postMessage(message);
      };
      send({ type: 'bundle', file, acceptRemovals });
      signal.addEventListener('abort', () => send({ type: 'stop-import' }));
      return promise;
    }, signal);

  const spawn = (): Worker => {
    const input: WorkerInput = { site, dataDir: config.dataDir, logLevel: config.logLevel };
    const created = new Worker(moduleBeside(import.meta.url, 'sync-worker'), {
      workerData: input,
      resourceLimits,
    });
    created.on('message', (message: FromWorker) => {
      if (message.type === 'live') live = message.live;
      else if (message.type === 'token-refused') markTokenRefused(store, vault, message.person);
      else if (message.type === 'imported') endImport?.(message.outcome);
      else finish(message.result.problem);
    });
    created.on('error', (error) => log.error({ err: error }, 'the sync worker failed'));
    created.on('exit', () => {
      if (worker === created) worker = undefined;
      // A worker that died cannot report the end of its round.
      endImport?.({ result: undefined, code: 'unavailable', message: interrupted().message });
      if (inRound && !closing)
        finish(problemOf(new SyncStop('bug', 'The sync process ended and is being restarted.')));
    });
    return created;
  };

  plan(schedule.nextAt);
  const unwatch = watchNetwork(() => {
    if (!running && schedule.failures > 0) plan(Date.now() + settleMs);
  });

  return {
    status: (userid) =>
      readSyncStatus(config, store, {
        live,
        running,
        nextAt: running ? null : schedule.nextAt,
        problem: ended,
        senders: () => siteTokens(store, vault).map((person) => person.userid),
        userid,
      }),
    request: (request) => {
      if (request.byHand || running) start(request);
      else if (request.edit && schedule.failures > 0) plan(schedule.nextAt);
      else plan(Math.min(schedule.nextAt ?? Number.POSITIVE_INFINITY, Date.now() + settleMs));
    },
    alone,
    importBundle,
    close: async () => {
      closing = true;
      clearTimeout(timer);
      unwatch();
      const stopping = worker;
      if (!stopping) return;
      const exited = new Promise<void>((resolve) => stopping.once('exit', () => resolve()));
      const message: ToWorker = { type: 'stop' };
      stopping.postMessage(message);
      const patience = setTimeout(() => void stopping.terminate(), 10_000);
      await exited;
      clearTimeout(patience);
    },
  };
}
