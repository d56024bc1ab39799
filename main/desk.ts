import { fromDisk } from '../app/api/error-response.ts';
import { openDesk } from '../app/commands/open-desk.ts';
import type { OpenDesk } from '../app/commands/open-desk.ts';
import { connectDesk } from '../app/connect.ts';
import type { Connection } from '../app/connect.ts';
import type { Vault } from '../app/identity/vault.ts';
import type { Logger } from '../app/log.ts';
import { workerSync } from '../app/sync/worker-sync.ts';
import { signInForTrial } from '../app/trial.ts';
import type { Credentials } from '../app/trial.ts';
import { windowFetch } from '../app/window.ts';
import type { Fetch } from '../app/window.ts';
import { AppError } from '../shared/errors.ts';

/** What a window can show. */
export type DeskState =
  /** It belongs to no site yet. */
  { kind: 'unbound' } | { kind: 'failed'; message: string } | { kind: 'open'; fetch: Fetch };

export interface Desk {
  state(): Promise<DeskState>;
  /** Tries again to open what could not be opened. */
  reopen(): Promise<DeskState>;
  /** Binds it to a site and opens it. @throws AppError in words for a person */
  connect(connection: Connection): Promise<DeskState>;
  syncNow(): void;
  close(): Promise<void>;
}

export interface DeskOptions {
  dataDir: string;
  site: string | undefined;
  trial: Credentials | undefined;
  vault: Vault;
  log: Logger;
}

/** The core of this process: its start, its first connection to a site, its end. */
export function openWindowDesk({ dataDir, site, trial, vault, log }: DeskOptions): Desk {
  let opened: OpenDesk | undefined;

  const open = async (): Promise<DeskState> => {
    try {
      opened = openDesk(dataDir, site, { vault, createSync: workerSync, lookThrough: false });
    } catch (error) {
      if (site === undefined && error instanceof AppError && error.code === 'invalid')
        return { kind: 'unbound' };
      log.error({ err: error }, 'the desk could not be opened');
      return { kind: 'failed', message: wordsOf(error) };
    }
    const problem = trial && (await signInForTrial(opened.core, vault, trial));
    if (problem) log.warn({ problem }, 'the trial sign-in did not work');
    return { kind: 'open', fetch: windowFetch(opened.core) };
  };

  let state = open();
  const reopen = (): Promise<DeskState> =>
    (state = state.then((now) => (now.kind === 'open' ? now : open())));

  return {
    state: () => state,
    reopen,
    connect: async (connection) => {
      if ((await state).kind !== 'open') await connectDesk(dataDir, connection, vault);
      return reopen();
    },
    syncNow: () => opened?.core.sync.request({ byHand: true }),
    close: async () => {
      await state;
      await opened?.close();
    },
  };
}

/** What went wrong, for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return fromDisk(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
