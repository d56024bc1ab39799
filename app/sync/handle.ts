import { AppError } from '../../shared/errors.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
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

export interface BundleOptions {
  /** A person confirmed a mass disappearance (SPEC R3). */
  acceptRemovals: boolean;
  /** Called when the import begins. */
  onBegin(): void;
  /** Aborted when the import should end; what it has stored stays. */
  signal: AbortSignal;
}

/** The interface of sync to the rest of the program. */
export interface SyncHandle {
  /** @param userid the person who asks, if one does */
  status(userid?: number): SyncStatus;
  /** Starts a round, or another one after the running one. */
  request(request: SyncRequest): void;
  /** Does work beside which no round may run: after the running round, and before any other. @throws what `work` throws */
  alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Imports a bundle, like `alone`.
   *
   * @throws AppError `invalid` or `unavailable`, as `importBundle`
   */
  importBundle(file: string, options: BundleOptions): Promise<ImportedBundle>;
  close(): Promise<void>;
}

/** Returns a handle that never syncs: for a hub, which has no site, and for commands that only read. */
export function syncOff(config: Config, store: Replica): SyncHandle {
  return {
    status: () => readSyncStatus(config, store, { live: undefined, running: false, nextAt: null }),
    request: () => undefined,
    alone: (work) => work(),
    importBundle: async () => {
      throw new AppError('unavailable', 'This program does not sync, so it takes no bundle.');
    },
    close: async () => undefined,
  };
}
