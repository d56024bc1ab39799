import { isRestoring, restore } from '../app/recovery/restore.ts';
import type { Restored } from '../app/recovery/restore.ts';
import { fromDisk } from '../app/disk-error.ts';
import { openDesk } from '../app/desk/open.ts';
import type { OpenDesk } from '../app/desk/open.ts';
import { bindToBundle, connectDesk } from '../app/desk/connect.ts';
import type { BundleChoice, Connection } from '../app/desk/connect.ts';
import type { Vault } from '../app/identity/vault.ts';
import type { Logger } from '../app/log.ts';
import { settingsOf } from '../app/store/desk-settings.ts';
import { workerSync } from '../app/desk/sync-host.ts';
import { signInForTrial } from '../app/desk/trial-sign-in.ts';
import type { TrialCredentials } from '../app/desk/trial-sign-in.ts';
import { copyBefore, needsRollback, rollBack } from '../app/update/rollback.ts';
import type { RollbackResult } from '../app/update/rollback.ts';
import { windowFetch } from '../app/http/desk-window.ts';
import type { Fetch } from '../app/http/desk-window.ts';
import type { DeskSettings } from '../shared/model/benchside.ts';
import { AppError } from '../shared/errors.ts';

/** The states that a window can show. */
export type DeskPhase =
  /** Not bound to a site yet. */
  | { kind: 'unbound' }
  /** `copyBefore`: the version whose update made a copy of the data that this program can read. */
  | { kind: 'failed'; message: string; copyBefore: string | undefined }
  | { kind: 'open'; fetch: Fetch };

export interface Desk {
  state(): Promise<DeskPhase>;
  /** Tries again to open a desk that failed. */
  reopen(): Promise<DeskPhase>;
  /** Restores the data from before an update, with later edits, and opens it. */
  goBack(): Promise<DeskPhase>;
  /**
   * Closes the desk, restores the copy of that day with later edits, and opens it again; requests wait meanwhile.
   *
   * @throws AppError, as a sentence, if nothing was changed; the desk is open again
   */
  restore(day: string): Promise<Restored>;
  /** Binds the desk to a site and opens it. @throws AppError, as a sentence for people */
  connect(connection: Connection): Promise<DeskPhase>;
  /** Binds the desk to the hub of a bundle, opens it, and begins to import the bundle. @throws AppError, as a sentence for people */
  beginWith(bundle: BundleChoice): Promise<DeskPhase>;
  syncNow(): void;
  /** Undefined while the desk is not open. */
  opened(): OpenDesk | undefined;
  /** Calls the listener with the settings now and at each change. */
  onSettings(listener: (settings: DeskSettings) => void): void;
  close(): Promise<void>;
}

export interface DeskOptions {
  dataDir: string;
  site: string | undefined;
  /** Forces kiosk mode, whatever the setting says. */
  kiosk: boolean;
  trial: TrialCredentials | undefined;
  vault: Vault;
  log: Logger;
  /** Called if this start rolled back a failed update. */
  onWentBack(result: RollbackResult): void;
  /** Called if this start completed an interrupted restore. */
  onRestored(result: Restored): void;
}

/** Runs the core in this process: opens it, connects it to a site, closes it. */
export function openWindowDesk(options: DeskOptions): Desk {
  const { dataDir, site, kiosk, trial, vault, log } = options;
  const listeners: ((settings: DeskSettings) => void)[] = [];
  let opened: OpenDesk | undefined;
  let bound: Promise<unknown> = Promise.resolve();
  /** Waits for the calls before: a form may be sent again before it is answered, and both would open the folder. */
  const bindingTurn = (bind: () => Promise<DeskPhase>): Promise<DeskPhase> => {
    const binding = bound.then(bind);
    bound = Promise.allSettled([binding]);
    return binding;
  };

  const tellSettings = (): void => {
    if (!opened) return;
    const settings = opened.core.ctx.store.read(null, settingsOf);
    for (const listener of listeners) listener(settings);
  };

  const open = async (): Promise<DeskPhase> => {
    try {
      opened = openDesk(dataDir, site, { vault, createSync: workerSync, checkIntegrity: false, kiosk });
      opened.core.ctx.identity.kiosk?.onChange(tellSettings);
    } catch (error) {
      if (site === undefined && error instanceof AppError && error.code === 'invalid')
        return { kind: 'unbound' };
      log.error({ err: error }, 'the desk could not be opened');
      return { kind: 'failed', message: errorWords(error), copyBefore: copyBefore(dataDir) };
    }
    const problem = trial && (await signInForTrial(opened.core, vault, trial));
    if (problem) log.warn({ problem }, 'the trial sign-in did not work');
    tellSettings();
    return { kind: 'open', fetch: noticing(windowFetch(opened.core), tellSettings) };
  };

  const back = async (): Promise<void> => {
    try {
      const result = await rollBack(dataDir, log);
      if (result) options.onWentBack(result);
    } catch (error) {
      log.error({ err: error }, 'the data from before the update could not be restored');
    }
  };

  const restoreFirst = async (): Promise<void> => {
    try {
      options.onRestored(await restore(dataDir, log));
    } catch (error) {
      log.error({ err: error }, 'the restore of a copy could not be completed');
    }
  };

  const close = async (): Promise<void> => {
    await opened?.close();
    opened = undefined;
  };

  const begin = async (): Promise<DeskPhase> => {
    if (isRestoring(dataDir)) await restoreFirst();
    else if (needsRollback(dataDir)) await back();
    return open();
  };

  let state = begin();
  const reopen = (): Promise<DeskPhase> =>
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
    connect: (connection) =>
      bindingTurn(async () => {
        if ((await state).kind !== 'open') await connectDesk(dataDir, connection, vault);
        return reopen();
      }),
    beginWith: (bundle) =>
      bindingTurn(async () => {
        if ((await state).kind === 'open') return state;
        await bindToBundle(dataDir, bundle, vault);
        const now = await reopen();
        if (opened) opened.core.ctx.carry.importFile(opened.core.ctx, bundle.file);
        return now;
      }),
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

/** Passes requests on and reports those that changed the settings. */
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

/** Returns a sentence for people about an error, which `phrase` translates. */
export function errorWords(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return fromDisk(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
