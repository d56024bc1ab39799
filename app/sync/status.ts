import type { SyncProblem, SyncStatus } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import { picturesHere } from '../store/media/copies.ts';
import type { PicturesHere } from '../store/media/copies.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { databaseBytes } from '../store/upkeep/storage.ts';
import { unsignedBy } from '../identity/unsigned.ts';
import type { LiveStatus } from './engine.ts';
import { noRoom, passing, problemOf } from './problem.ts';

export interface Running {
  live: LiveStatus | undefined;
  running: boolean;
  /** UNIX milliseconds of the next attempt. */
  nextAt: number | null;
  /** What ended the last round of this process: on a full disk it could not be written down. */
  problem?: SyncProblem | null | undefined;
  /** The userids in whose names edits can be sent. */
  senders?: (() => readonly number[]) | undefined;
}

type Stored = SyncStatus['stored'];

/** Counting takes milliseconds, and a window asks each second. */
const storedForMs = 3_000;
const lastCounted = new WeakMap<Store, { at: number; stored: Stored }>();

/** After a round the next status counts again. */
export const countAgain = (store: Store): boolean => lastCounted.delete(store);

function storedOf(config: Config, store: Store, s: StoreReader): Stored {
  const last = lastCounted.get(store);
  if (last && performance.now() - last.at < storedForMs) return last.stored;
  const { pictures, bytes } = s.sync.cursor<PicturesHere>(picturesHere) ?? s.media.copies.usage();
  const stored: Stored = {
    guides: s.guides.countAll(),
    wikis: s.wikis.countAll(),
    pictures,
    pictureBytes: bytes,
    databaseBytes: databaseBytes(config.dataDir),
    trashed: s.sync.trashed(),
  };
  lastCounted.set(store, { at: performance.now(), stored });
  return stored;
}

/** Read from the store, with what only the running round knows on top; so it is true after a restart too. */
export function statusOf(
  config: Config,
  store: Store,
  { live, running, nextAt, problem: last, senders }: Running,
): SyncStatus {
  const unsignedEdits = senders && sumOf(unsignedBy(store, senders).values());
  return store.read(null, (s) => {
    const written = s.sync.cursor<SyncProblem | null>('problem') ?? null;
    const problem = (last === undefined ? written : last) ?? fullDisk(config, store);
    const siteid = s.meta.siteid ?? null;
    return {
      site: { url: config.site ?? s.meta.get<string>('site-url') ?? '', name: s.meta.site.name, siteid },
      phase: phaseOf(config, problem, { live, running, nextAt }),
      firstSync: config.profile === 'desk' && s.sync.cursor<boolean>('complete') !== true,
      startedAt: running ? (live?.startedAt ?? null) : null,
      lastSuccessAt: s.sync.lastSuccess(s.now),
      nextAttemptAt: nextAt === null ? null : nextAt / 1000,
      problem: running ? null : problem,
      backup: s.sync.cursor<SyncStatus['backup']>('backup') ?? null,
      progress: live?.progress ?? {
        guides: { done: 0, total: null },
        wikis: { done: 0, total: null },
        pictures: { done: 0, total: 0 },
        bytes: 0,
      },
      stored: storedOf(config, store, s),
      journal: s.journal.editCounts(),
      ...(unsignedEdits === undefined ? {} : { unsignedEdits }),
      lostEdits: s.journal.lost().length,
      oldestPendingAt: s.journal.oldestPending(),
      rounds: s.sync.rounds(10),
    };
  });
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, n) => sum + n, 0);

/** Nothing may have been synced since the disk filled up. */
const fullDisk = ({ profile }: Config, { reserve }: Store): SyncProblem | null =>
  profile === 'desk' && reserve.isBroken ? problemOf(noRoom()) : null;

function phaseOf(
  config: Config,
  problem: SyncProblem | null,
  { live, running, nextAt }: Running,
): SyncStatus['phase'] {
  if (config.profile === 'hub') return 'off';
  if (running) return live?.phase ?? 'connecting';
  if (!problem) return 'idle';
  return nextAt === null || problem.kind === 'bug' || passing.has(problem.kind) ? 'waiting' : 'blocked';
}
