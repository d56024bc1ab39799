import type { SyncStatus } from '../../shared/sync-status.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Replica } from '../replica/replica.ts';
import type { Applier } from './apply.ts';
import type { CommitBatcher } from './push/commit-batcher.ts';
import type { EditBatches } from './push/edit-batches.ts';
import type { Preparer } from './preparer.ts';
import type { Remote, RemoteError } from './remote.ts';

export interface PersonToken {
  userid: number;
  token: string;
}

/** State that the steps of a round share. */
export interface Round {
  store: Replica;
  /** Commits changes that are ready at the same time together. */
  batcher: CommitBatcher;
  /** Sends edits, at a hub those that are ready at the same time together. */
  batches: EditBatches;
  media: MediaStorage;
  remote: Remote;
  /** True if the site is a hub: it takes the times of edits and honours `Idempotency-Key`. */
  hub: boolean;
  /** The hub's own public API address, which may differ from the one this desk uses. */
  namedBy: string | undefined;
  apply: Applier;
  prepare: Preparer;
  log: Logger;
  clock: Clock;
  /** People for whom this desk syncs; the first one's token is used for reading. */
  people: PersonToken[];
  /** Only these edits are sent, by their ids; all unless given. */
  onlyEdits?: ReadonlySet<string>;
  /** Userids whose token the site accepted in this round, which is noted at its end. */
  takenNow: Set<number>;
  /** Userids whose token the site refused in this round. */
  refusedNow: Set<number>;
  /** A person confirmed a mass disappearance (SPEC R3). */
  acceptRemovals: boolean;
  /** Sweep all ids of the site instead of only reading changes. */
  sweep: boolean;
  /** Addresses at a third-party site of what cannot be read. */
  skipped: Set<string>;
  counts: { guides: number; wikis: number; pictures: number; removed: number; pushed: number };
  progress: SyncStatus['progress'];
  report(phase: SyncStatus['phase']): void;
  /** True when the round should end early, because the program closes. */
  stopped(): boolean;
  /** True when something more urgent than pictures waits: the rest of them is left to the next round. */
  hurried(): boolean;
  /** A failure that the site, or something before it, repeats for one edit, while all other edits went on. */
  failing?: RemoteError;
  /** A person's token was refused. By the time of the call they may have a new one. */
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

/** Yields to the event loop between transactions, so that the writer does not starve readers of the lock. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
