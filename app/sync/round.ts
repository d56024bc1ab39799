import type { SyncStatus } from '../../shared/sync-status.ts';
import type { Logger } from '../log.ts';
import type { MediaFiles } from '../media/files.ts';
import type { Store } from '../store/store.ts';
import type { Applier } from './apply.ts';
import type { Together } from './push/together.ts';
import type { Preparer } from './preparer.ts';
import type { Remote, RemoteError } from './remote.ts';

export interface PersonToken {
  userid: number;
  token: string;
}

/** What the steps of a round share. */
export interface Round {
  store: Store;
  /** For changes that are ready at any moment. */
  together: Together;
  media: MediaFiles;
  remote: Remote;
  /** Whether the site is one of ours: it takes true times and honours `Idempotency-Key`. */
  hub: boolean;
  /** Address of its API as one of ours names itself, which may be another than this desk's. */
  namedBy: string | undefined;
  apply: Applier;
  prepare: Preparer;
  log: Logger;
  clock: Clock;
  /** People whose work this desk carries; reading uses the first one's token. */
  people: PersonToken[];
  /** Of these the site refused the token in this round. */
  refusedNow: Set<number>;
  /** Somebody looked at a mass disappearance and said it is right (SPEC R3). */
  acceptRemovals: boolean;
  /** Look at every id of the site, not only at changes. */
  sweep: boolean;
  counts: { guides: number; wikis: number; pictures: number; removed: number; pushed: number };
  progress: SyncStatus['progress'];
  report(phase: SyncStatus['phase']): void;
  /** True when the round should end early: the program closes. */
  stopped(): boolean;
  /** What the site, or something in its place, answers to one edit again and again; all others went on. */
  failing?: RemoteError;
  /** A person's token was refused. By the time this is told the person may have another. */
  refused(person: PersonToken): void;
}

/** Time for display and pauses; never a watermark (SPEC G1). */
export interface Clock {
  /** UNIX seconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const machineClock: Clock = {
  now: () => Date.now() / 1000,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Lets the loop turn between transactions, so that the writer never starves readers of the lock. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
