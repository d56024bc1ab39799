import { isRestoring, restore } from '../app/backup/restore.ts';
import type { Restored } from '../app/backup/restore.ts';
import { fromDisk } from '../app/api/error-response.ts';
import { openDesk } from '../app/commands/open-desk.ts';
import type { OpenDesk } from '../app/commands/open-desk.ts';
import { connectDesk } from '../app/connect.ts';
import type { Connection } from '../app/connect.ts';
import type { Vault } from '../app/identity/vault.ts';
import type { Logger } from '../app/log.ts';
import { settingsOf } from '../app/store/desk-settings.ts';
import { workerSync } from '../app/sync/worker-sync.ts';
import { signInForTrial } from '../app/trial.ts';
import type { Credentials } from '../app/trial.ts';
import { copyBefore, goBack, goBackFirst } from '../app/update/way-back.ts';
import type { WentBack } from '../app/update/way-back.ts';
import { windowFetch } from '../app/window.ts';
import type { Fetch } from '../app/window.ts';
import type { DeskSettings } from '../shared/model/benchside.ts';
import { AppError } from '../shared/errors.ts';

/** What a window can show. */
export type DeskState =
  /** It belongs to no site yet. */
  | { kind: 'unbound' }
  /** `copyBefore`: the version of the update from before which there is a copy that this program can read. */
  | { kind: 'failed'; message: string; copyBefore: string | undefined }
  | { kind: 'open'; fetch: Fetch };

export interface Desk {
  state(): Promise<DeskState>;
  /** Tries again to open what could not be opened. */
  reopen(): Promise<DeskState>;
  /** Takes the data of before an update, with what was done since, and opens it. */
  goBack(): Promise<DeskState>;
  /**
   * Closes it, takes the copy of that day with what was done since, and opens it again; requests wait meanwhile.
   *
   * @throws AppError in words, when nothing was changed; it is open again
   */
  restore(day: string): Promise<Restored>;
  /** Binds it to a site and opens it. @throws AppError in words for a person */
  connect(connection: Connection): Promise<DeskState>;
  syncNow(): void;
  /** While it is open. */
  opened(): OpenDesk | undefined;
  /** Its preferences, now and whenever somebody changes them. */
  onSettings(listener: (settings: DeskSettings) => void): void;
  close(): Promise<void>;
}

export interface DeskOptions {
  dataDir: string;
  site: string | undefined;
  /** Whether it is a kiosk, whatever its setting says. */
  kiosk: boolean;
  trial: Credentials | undefined;
  vault: Vault;
  log: Logger;
  /** Told when this start took back an update that did not work. */
  onWentBack(result: WentBack): void;
  /** Told when this start brought a way back to a copy to its end. */
  onRestored(result: Restored): void;
}

/** The core of this process: its start, its first connection to a site, its end. */
export function openWindowDesk(options: DeskOptions): Desk {
  const { dataDir, site, kiosk, trial, vault, log } = options;
  const listeners: ((settings: DeskSettings) => void)[] = [];
  let opened: OpenDesk | undefined;

  const tellSettings = (): void => {
    if (!opened) return;
    const settings = opened.core.ctx.store.read(null, settingsOf);
    for (const listener of listeners) listener(settings);
  };

  const open = async (): Promise<DeskState> => {
    try {
      opened = openDesk(dataDir, site, { vault, createSync: workerSync, lookThrough: false, kiosk });
      opened.core.ctx.identity.kiosk?.onChange(tellSettings);
    } catch (error) {
      if (site === undefined && error instanceof AppError && error.code === 'invalid')
        return { kind: 'unbound' };
      log.error({ err: error }, 'the desk could not be opened');
      return { kind: 'failed', message: wordsOf(error), copyBefore: copyBefore(dataDir) };
    }
    const problem = trial && (await signInForTrial(opened.core, vault, trial));
    if (problem) log.warn({ problem }, 'the trial sign-in did not work');
    tellSettings();
    return { kind: 'open', fetch: noticing(windowFetch(opened.core), tellSettings) };
  };

  const back = async (): Promise<void> => {
    try {
      const result = await goBack(dataDir, log);
      if (result) options.onWentBack(result);
    } catch (error) {
      log.error({ err: error }, 'the data of before the update could not be put back');
    }
  };

  const restoreFirst = async (): Promise<void> => {
    try {
      options.onRestored(await restore(dataDir, log));
    } catch (error) {
      log.error({ err: error }, 'the way back to a copy could not be brought to its end');
    }
  };

  const close = async (): Promise<void> => {
    await opened?.close();
    opened = undefined;
  };

  const begin = async (): Promise<DeskState> => {
    if (isRestoring(dataDir)) await restoreFirst();
    else if (goBackFirst(dataDir)) await back();
    return open();
  };

  let state = begin();
  const reopen = (): Promise<DeskState> =>
    (state = state.then((now) => (now.kind === 'open' ? now : open())));

  return {
    state: () => state,
    reopen,
    goBack: () => {
      state = state.then(async (now) => {
        if (now.kind === 'open') return now;
        await back();
        return open();
      });
      return state;
    },
    restore: (day) => {
      const done = state.then(async () => {
        await close();
        return restore(dataDir, log, day);
      });
      state = done.then(open, open);
      return done;
    },
    connect: async (connection) => {
      if ((await state).kind !== 'open') await connectDesk(dataDir, connection, vault);
      return reopen();
    },
    syncNow: () => opened?.core.sync.request({ byHand: true }),
    opened: () => opened,
    onSettings: (listener) => {
      listeners.push(listener);
      tellSettings();
    },
    close: async () => {
      await state;
      await close();
    },
  };
}

/** Passes requests on, and tells when one has changed the settings. */
const noticing =
  (fetch: Fetch, changed: () => void): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (
      request.method === 'PATCH' &&
      response.ok &&
      new URL(request.url).pathname.endsWith('/benchside/settings')
    )
      changed();
    return response;
  };

/** What went wrong, for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return fromDisk(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
