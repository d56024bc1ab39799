import { app, shell } from 'electron';
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';

import { ipcCallNames } from '../shared/ipc.ts';
import type { IpcCalls, IpcEvents } from '../shared/ipc.ts';
import { isOurs } from './security.ts';

export interface IpcParts {
  version: string;
  /** An empty text, or why it could not be shown. */
  showDataFolder(): Promise<string>;
}

type Answers = {
  [Name in keyof IpcCalls]: (sender: WebContents, values: unknown[]) => ReturnType<IpcCalls[Name]>;
};

const address = z.tuple([
  z.url({ protocol: /^(?:https?|mailto)$/, error: 'Only http, https and mailto addresses open.' }),
]);
const nothing = z.tuple([]);

/** Answers the calls of `shared/ipc.ts` for pages of our own and for nobody else. */
export function answerCalls(ipc: IpcMain, { version, showDataFolder }: IpcParts): void {
  const answers: Answers = {
    openExternal: async (_sender, values) => shell.openExternal(address.parse(values)[0]),
    versions: async (_sender, values) => {
      nothing.parse(values);
      const { electron, chrome, node } = process.versions;
      return { benchside: version, electron: electron ?? '', chromium: chrome ?? '', node };
    },
    showDataFolder: async (_sender, values) => {
      nothing.parse(values);
      const problem = await showDataFolder();
      if (problem !== '') throw new Error(problem);
    },
    print: (sender, values) => {
      nothing.parse(values);
      return print(sender);
    },
  };
  for (const name of ipcCallNames) {
    ipc.handle(name, (event, ...values: unknown[]) => {
      assertOurs(event);
      return answers[name](event.sender, values);
    });
  }
}

export function sendMenu(window: BrowserWindow, command: IpcEvents['menu']): void {
  window.webContents.send('menu', command);
}

/** A frame inside a page, or a page from elsewhere, gets nothing. */
function assertOurs({ senderFrame }: IpcMainInvokeEvent): void {
  if (senderFrame && senderFrame.parent === null && isOurs(senderFrame.url)) return;
  throw new Error('This page may not ask the desk for anything.');
}

function print(sender: WebContents): Promise<void> {
  return new Promise((resolve, reject) => {
    sender.print({ printBackground: true }, (printed, reason) => {
      if (printed || /cancel/i.test(reason)) resolve();
      else reject(new Error(reason || `${app.name} could not print.`));
    });
  });
}
