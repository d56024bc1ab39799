import type { SyncProblem, SyncStatus } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { databaseBytes } from '../replica/desk-reports/storage.ts';
import { unsignedBy } from '../replica/desk-people/unsigned-edits.ts';
import { noRoom, passing, problemOf } from './problem.ts';

/** The part of a `SyncStatus` that only a running round knows; the rest is read from the store. */
export interface LiveStatus {
  phase: SyncStatus['phase'];
  startedAt: number | null;
  progress: SyncStatus['progress'];
}

interface Running {
  live: LiveStatus | undefined;
  running: boolean;
  /** UNIX milliseconds of the next attempt. */
  nextAt: number | null;
  /** The problem that ended the last round of this process; on a full disk it could not be stored. */
  problem?: SyncProblem | null | undefined;
  /** Returns the userids whose edits can be sent. */
  senders?: (() => readonly number[]) | undefined;
  /** The person who asks. */
  userid?: number | undefined;
}

type Stored = SyncStatus['stored'];

/** Milliseconds for which counts are cached: counting takes several, and windows poll every second. */
const storedForMs = 3_000;
const lastCounted = new WeakMap<Replica, { at: number; stored: Stored }>();

/** Drops the cached counts after a round. */
export const countAgain = (store: Replica): boolean => lastCounted.delete(store);

function storedOf(config: Config, store: Replica, s: ReplicaReader): Stored {
  const last = lastCounted.get(store);
  const noted = s.deskState.get('picturesHere');
  if (last && performance.now() - last.at < storedForMs)
    // The window shows this number beside the progress: both must agree.
    return noted ? { ...last.stored, pictures: noted.pictures, pictureBytes: noted.bytes } : last.stored;
  const { pictures, bytes } = noted ?? s.media.copies.usage();
  const stored: Stored = {
    guides: s.guides.countAll(),
    wikis: s.wikis.countAll(),
    pictures,
    pictureBytes: bytes,
    databaseBytes: databaseBytes(config.dataDir),
    trashed: s.trash.count(),
  };
  lastCounted.set(store, { at: performance.now(), stored });
  return stored;
}

/** Returns the status from the store and, on top, the state of a running round, so it is right after a restart too. */
export function readSyncStatus(
  config: Config,
  store: Replica,
  { live, running, nextAt, problem: last, senders, userid }: Running,
): SyncStatus {
  // To list who can send opens every encrypted sign-in, and windows ask for the status often: at most once, and only when needed.
  const known = userid === undefined ? undefined : senders?.();
  const unsignedEdits = senders && sumOf(unsignedBy(store, () => known ?? senders()).values());
  return store.read(null, (s) => {
    const written = s.deskState.get('problem') ?? null;
    const problem = (last === undefined ? written : last) ?? fullDisk(config, store);
    const siteid = s.meta.siteid ?? null;
    return {
      site: { url: config.site ?? s.meta.get<string>('site-url') ?? '', name: s.meta.site.name, siteid },
      phase: phaseOf(config, problem, { live, running, nextAt }),
      firstSync: config.profile === 'desk' && s.deskState.get('complete') !== true,
      startedAt: running ? (live?.startedAt ?? null) : null,
      lastSuccessAt: s.rounds.lastSuccess(s.now),
      nextAttemptAt: nextAt === null ? null : nextAt / 1000,
      problem: running ? null : problem,
      backup: s.deskState.get('backup') ?? null,
      progress: live?.progress ?? {
        guides: { done: 0, total: null },
        wikis: { done: 0, total: null },
        pictures: { done: 0, total: 0 },
        bytes: 0,
      },
      stored: storedOf(config, store, s),
      journal: s.journal.editCounts(),
      ...(unsignedEdits === undefined ? {} : { unsignedEdits }),
      ...(known && userid !== undefined ? { needsSignIn: !known.includes(userid) } : {}),
      lostEdits: s.journal.lost().length,
      oldestPendingAt: s.journal.oldestPending(),
      rounds: s.rounds.newest(10),
    };
  });
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, n) => sum + n, 0);

/** Returns the problem of a full disk, which is shown even if no round has run since it filled up. */
const fullDisk = ({ profile }: Config, { reserve }: Replica): SyncProblem | null =>
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
