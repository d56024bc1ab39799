import { contextBridge, ipcRenderer } from 'electron';

import { ipcCallNames, ipcEventNames } from '../shared/ipc.ts';
import type { Bridge, IpcEvents } from '../shared/ipc.ts';

const calls = Object.fromEntries(
  ipcCallNames.map((name) => [name, (...values: unknown[]) => ipcRenderer.invoke(name, ...values)]),
) as unknown as Omit<Bridge, 'on'>;

const bridge: Bridge = {
  ...calls,
  on: (name, listener) => {
    if (!ipcEventNames.includes(name)) throw new Error(`There is no event ${name}.`);
    // The event object must not reach a page, because it contains the sender.
    const forward = (_event: unknown, value: IpcEvents[typeof name]): void => listener(value);
    ipcRenderer.on(name, forward);
    return () => ipcRenderer.off(name, forward);
  },
};

contextBridge.exposeInMainWorld('benchside', bridge);
