import type { LockCheck } from './lock-check.ts';

/**
 * Everything that crosses between a window and the Electron main process. Content never does: it travels over
 * the API. `window.benchside` is exactly `IpcCalls` plus `on`.
 */
export interface IpcCalls {
  /** Opens an http, https or mailto address in the system's browser; anything else is refused. */
  openExternal(url: string): Promise<void>;
  versions(): Promise<{ benchside: string; electron: string; chromium: string; node: string }>;
  /** Opens the folder that holds this desk's data in the file manager. */
  showDataFolder(): Promise<void>;
  print(): Promise<void>;
  /** The page as it would be printed, as a PDF. */
  pdf(): Promise<Uint8Array<ArrayBuffer>>;
  /** What the shell has to say in this window, in words; told once. */
  takeNotices(): Promise<string[]>;
  updateState(): Promise<UpdateState>;
  /** Looks for a new version now. */
  checkForUpdate(): Promise<void>;
  /** Closes the program, puts the new version in place and starts it. */
  applyUpdate(): Promise<void>;
  /** Takes the copy of that day (`2026-11-20`) with what was done since, and loads every window anew. */
  restoreCopy(day: string): Promise<void>;
  /** Whether the machine keeps people inside Benchside, and what of it does not. */
  checkLock(): Promise<LockCheck>;
}

export type UpdateState =
  /** No address is set, or this program cannot replace itself; `reason` says which, in words. */
  | { kind: 'off'; reason: string | null }
  | { kind: 'looking' }
  /** `checkedAt`: UNIX seconds; null before the first look. */
  | { kind: 'current'; checkedAt: number | null }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  /** In words: the address cannot be reached, or what it offers was refused. */
  | { kind: 'failed'; message: string };

export interface IpcEvents {
  /** A menu item or accelerator was chosen. */
  menu: 'search' | 'home' | 'sync' | 'settings' | 'back' | 'forward';
  /** `takeNotices` has something. */
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
