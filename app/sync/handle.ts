import type { SyncStatus } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { statusOf } from './status.ts';

export interface SyncRequest {
  /** A person asked: now, whatever the schedule says, and look at everything. */
  byHand?: boolean;
  /** An edit waits to be sent: while the site is out of reach that is no reason to try again sooner. */
  edit?: boolean;
  /** A person confirmed that what disappeared from the site is gone (SPEC R3). */
  acceptRemovals?: boolean;
}

/** What the rest of the program may ask of sync. */
export interface SyncHandle {
  status(): SyncStatus;
  /** Starts a round, or notes the wish while one is running. */
  request(request: SyncRequest): void;
  close(): Promise<void>;
}

/** A hub has no site to sync with; a command that only reads does not start one. */
export function syncOff(config: Config, store: Store): SyncHandle {
  return {
    status: () => statusOf(config, store, { live: undefined, running: false, nextAt: null }),
    request: () => undefined,
    close: async () => undefined,
  };
}
