import type { LockCheck } from './lock-check.ts';

/**
 * Everything that crosses between a window and the Electron main process, except content, which travels over the API.
 * `window.benchside` is exactly `IpcCalls` plus `on`.
 */
export interface IpcCalls {
  /** Opens an http, https or mailto address in the system's browser; anything else is refused. */
  openExternal(url: string): Promise<void>;
  versions(): Promise<{ benchside: string; electron: string; chromium: string; node: string }>;
  /** Opens the folder that holds this desk's data in the file manager. */
  showDataFolder(): Promise<void>;
  print(): Promise<void>;
  /** Returns the page as a PDF, as it would be printed. */
  pdf(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the main process's notices for this window, as sentences, and removes them. */
  takeNotices(): Promise<string[]>;
  updateState(): Promise<UpdateState>;
  /** Checks for a new version now. */
  checkForUpdate(): Promise<void>;
  /** Closes the program, puts the new version in place and starts it. */
  applyUpdate(): Promise<void>;
  /** Restores the daily copy of `day` (`2026-11-20`) with the edits made since, and reloads every window. */
  restoreCopy(day: string): Promise<void>;
  /** Checks whether the machine keeps people inside Benchside. */
  checkLock(): Promise<LockCheck>;
}

export type UpdateState =
  /** No address is set, or this program cannot replace itself; `reason` says which, for people. */
  | { kind: 'off'; reason: string | null }
  | { kind: 'looking' }
  /** `checkedAt`: UNIX seconds; null before the first check. */
  | { kind: 'current'; checkedAt: number | null }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  /** `message`, for people: the address cannot be reached, or what it offers was refused. */
  | { kind: 'failed'; message: string };

export interface IpcEvents {
  /** A menu item or accelerator was chosen. */
  menu: 'search' | 'palette' | 'home' | 'sync' | 'settings' | 'back' | 'forward' | 'keys' | 'diagnostics';
  /** There are notices to take with `takeNotices`. */
  notice: null;
  update: UpdateState;
}

export const ipcCallNames = [
  'openExternal',
  'versions',
  'showDataFolder',
  'print',
  'pdf',
  'takeNotices',
  'updateState',
  'checkForUpdate',
  'applyUpdate',
  'restoreCopy',
  'checkLock',
] as const satisfies readonly (keyof IpcCalls)[];
export const ipcEventNames = ['menu', 'notice', 'update'] as const satisfies readonly (keyof IpcEvents)[];

export interface Bridge extends IpcCalls {
  on<Name extends keyof IpcEvents>(name: Name, listener: (value: IpcEvents[Name]) => void): () => void;
}
