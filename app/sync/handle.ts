import type { SyncStatus } from '../../shared/sync-status.ts';
import type { Config } from '../config.ts';
import type { Replica } from '../replica/replica.ts';
import { readSyncStatus } from './status.ts';

export interface SyncRequest {
  /** A person asked: start now, whatever the schedule says, and sweep everything. */
  byHand?: boolean;
  /** An edit waits to be sent. It does not shorten the pause while the site cannot be reached. */
  edit?: boolean;
  /** A person confirmed a mass disappearance (SPEC R3). */
  acceptRemovals?: boolean;
}

/** The interface of sync to the rest of the program. */
export interface SyncHandle {
  status(): SyncStatus;
  /** Starts a round, or another one after the running one. */
  request(request: SyncRequest): void;
  close(): Promise<void>;
}

/** Returns a handle that never syncs: for a hub, which has no site, and for commands that only read. */
export function syncOff(config: Config, store: Replica): SyncHandle {
  return {
    status: () => readSyncStatus(config, store, { live: undefined, running: false, nextAt: null }),
    request: () => undefined,
    close: async () => undefined,
  };
}
