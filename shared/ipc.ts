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
}

export interface IpcEvents {
  /** A menu item or accelerator was chosen. */
  menu: 'search' | 'home' | 'sync' | 'settings' | 'back' | 'forward';
}

export const ipcCallNames = [
  'openExternal',
  'versions',
  'showDataFolder',
  'print',
] as const satisfies readonly (keyof IpcCalls)[];
export const ipcEventNames = ['menu'] as const satisfies readonly (keyof IpcEvents)[];

export interface Bridge extends IpcCalls {
  on<Name extends keyof IpcEvents>(name: Name, listener: (value: IpcEvents[Name]) => void): () => void;
}
