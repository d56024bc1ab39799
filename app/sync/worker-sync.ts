import { Worker } from 'node:worker_threads';

import type { SyncProblem } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import { markTokenRefused, siteTokens } from '../identity/people.ts';
import type { Vault } from '../identity/vault.ts';
import type { Logger } from '../log.ts';
import { settingsOf } from '../store/desk-settings.ts';
import type { Store } from '../store/store.ts';
import type { LiveStatus } from './engine.ts';
import type { SyncHandle, SyncRequest } from './handle.ts';
import { watchNetwork } from './network-watch.ts';
import { problemOf, SyncStop } from './problem.ts';
import { next } from './scheduler.ts';
import type { Schedule } from './scheduler.ts';
import { countAgain, statusOf } from './status.ts';
import type { FromWorker, ToWorker, WorkerInput } from './worker.ts';

export interface WorkerSyncOptions {
  config: Config;
  store: Store;
  vault: Vault;
  log: Logger;
}

/** Wait after an edit or a return of the network, so that several of them make one round. */
const settleMs = 500;
/**
 * Documents live shortly: a young generation of the usual size would only add memory. An old one without a limit of its
 * own is let grow to four times what is in use before it is looked through, of which a first sync takes 100 MB.
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 };

/**
 * A desk's sync: rounds run in a worker thread on its own connection, this side decides when. A worker that dies is
 * started again; its work resumes where the store says it stopped.
 */
export function workerSync({ config, store, vault, log }: WorkerSyncOptions): SyncHandle {
  const site = config.site;
  if (!site) throw new Error('a desk without a site does not sync');
  let worker: Worker | undefined;
  let live: LiveStatus | undefined;
  let running = false;
  let closing = false;
  let wish: SyncRequest | undefined;
  /** What ended the last round. */
  let ended: SyncProblem | null | undefined;
  let schedule: Schedule = { failures: 0, nextAt: Date.now() };
  let timer: NodeJS.Timeout | undefined;

  const plan = (at: number | null): void => {
    clearTimeout(timer);
    if (closing || at === null) return;
    // A machine that slept is woken late; timers beyond 24 days would fire at once.
    timer = setTimeout(() => start({}), Math.min(Math.max(0, at - Date.now()), 86_400_000));
    timer.unref();
  };

  const start = (request: SyncRequest): void => {
    if (closing) return;
    if (running) {
      wish = { ...wish, ...request };
      return;
    }
    running = true;
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

  const finish = (problem: SyncProblem | null): void => {
    running = false;
    live = undefined;
    ended = problem;
    countAgain(store);
    const { syncEveryMinutes: everyMinutes } = store.read(null, settingsOf);
    schedule = next(schedule, { problem, now: Date.now(), everyMinutes, random: Math.random });
    if (wish) {
      const request = wish;
      wish = undefined;
      start(request);
    } else plan(schedule.nextAt);
  };

  const spawn = (): Worker => {
    const input: WorkerInput = { site, dataDir: config.dataDir, logLevel: config.logLevel };
    // Beside this module as source; beside the bundle when built.
    const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './sync-worker.js';
    const created = new Worker(new URL(file, import.meta.url), { workerData: input, resourceLimits });
    created.on('message', (message: FromWorker) => {
      if (message.type === 'live') live = message.live;
      else if (message.type === 'token-refused') markTokenRefused(store, vault, message.person);
      else finish(message.result.problem);
    });
    created.on('error', (error) => log.error({ err: error }, 'the sync worker failed'));
    created.on('exit', () => {
      if (worker === created) worker = undefined;
      // It could not say so itself.
      if (running && !closing)
        finish(problemOf(new SyncStop('bug', 'The process that syncs ended. It is started again.')));
    });
    return created;
  };

  plan(schedule.nextAt);
  const unwatch = watchNetwork(() => {
    if (!running && schedule.failures > 0) plan(Date.now() + settleMs);
  });

  return {
    status: () =>
      statusOf(config, store, {
        live,
        running,
        nextAt: running ? null : schedule.nextAt,
        problem: ended,
        senders: () => siteTokens(store, vault).map(({ userid }) => userid),
      }),
    request: (request) => {
      if (request.byHand || running) start(request);
      else if (request.edit && schedule.failures > 0) plan(schedule.nextAt);
      else plan(Math.min(schedule.nextAt ?? Number.POSITIVE_INFINITY, Date.now() + settleMs));
    },
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
