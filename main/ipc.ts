import { app, shell } from 'electron';
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';

import { ipcCallNames } from '../shared/ipc.ts';
import type { IpcCalls, IpcEvents, UpdateState } from '../shared/ipc.ts';
import type { LockCheck } from '../shared/lock-check.ts';
import { isOurs } from './address.ts';

export interface IpcParts {
  version: string;
  /** Returns an empty text, or the reason why it could not be shown. */
  showDataFolder(): Promise<string>;
  takeNotices(sender: WebContents): string[];
  updateState(): UpdateState;
  checkForUpdate(): Promise<void>;
  applyUpdate(): Promise<void>;
  restoreCopy(day: string): Promise<void>;
  checkLock(): Promise<LockCheck>;
  /** In a kiosk nothing opens other programs. */
  isKiosk(): boolean;
}

type Answers = {
  [Name in keyof IpcCalls]: (sender: WebContents, values: unknown[]) => ReturnType<IpcCalls[Name]>;
};

const address = z.tuple([
  z.url({ protocol: /^(?:https?|mailto)$/, error: 'Only http, https and mailto addresses open.' }),
]);
const day = z.tuple([z.iso.date()]);
const nothing = z.tuple([]);

/** Answers the calls of `shared/ipc.ts`, only to our own pages. */
export function answerCalls(ipc: IpcMain, parts: IpcParts): void {
  const { version, showDataFolder } = parts;
  const refuseInKiosk = (): void => {
    if (parts.isKiosk()) throw new Error(`${app.name} opens nothing else in kiosk mode.`);
  };
  const answers: Answers = {
    openExternal: async (_sender, values) => {
      const [url] = address.parse(values);
      refuseInKiosk();
      await shell.openExternal(url);
    },
    versions: async (_sender, values) => {
      nothing.parse(values);
      const { electron, chrome, node } = process.versions;
      return { benchside: version, electron: electron ?? '', chromium: chrome ?? '', node };
    },
    showDataFolder: async (_sender, values) => {
      nothing.parse(values);
      refuseInKiosk();
      const problem = await showDataFolder();
      if (problem !== '') throw new Error(problem);
    },
    print: (sender, values) => {
      nothing.parse(values);
      return print(sender, parts.isKiosk());
    },
    pdf: async (sender, values) => {
      nothing.parse(values);
      refuseInKiosk();
      return new Uint8Array(
        await sender.printToPDF({ printBackground: false, pageSize: paper(), generateTaggedPDF: true }),
      );
    },
    takeNotices: async (sender, values) => {
      nothing.parse(values);
      return parts.takeNotices(sender);
    },
    updateState: async (_sender, values) => {
      nothing.parse(values);
      return parts.updateState();
    },
    checkForUpdate: async (_sender, values) => {
      nothing.parse(values);
      await parts.checkForUpdate();
    },
    applyUpdate: async (_sender, values) => {
      nothing.parse(values);
      refuseInKiosk();
      await parts.applyUpdate();
    },
    restoreCopy: async (_sender, values) => {
      const [chosen] = day.parse(values);
      refuseInKiosk();
      await parts.restoreCopy(chosen);
    },
    checkLock: async (_sender, values) => {
      nothing.parse(values);
      return parts.checkLock();
    },
  };
  for (const name of ipcCallNames) {
    ipc.handle(name, (event, ...values: unknown[]) => {
      assertOurs(event);
      return answers[name](event.sender, values);
    });
  }
}

export function sendToWindow<Name extends keyof IpcEvents>(
  window: BrowserWindow,
  name: Name,
  value: IpcEvents[Name],
): void {
  if (!window.isDestroyed()) window.webContents.send(name, value);
}

/** Refuses frames inside a page and pages from elsewhere. */
function assertOurs({ senderFrame }: IpcMainInvokeEvent): void {
  if (senderFrame && senderFrame.parent === null && isOurs(senderFrame.url)) return;
  throw new Error('This page may not ask the desk for anything.');
}

/** Returns the paper size: Letter in North America, else A4. */
const paper = (): 'A4' | 'Letter' =>
  ['US', 'CA', 'MX'].includes(app.getLocaleCountryCode()) ? 'Letter' : 'A4';

/** `silent` prints without the system's dialog, which gives access to files. */
function print(sender: WebContents, silent: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    sender.print({ printBackground: false, silent }, (printed, reason) => {
      if (printed || /cancel/i.test(reason)) resolve();
      else reject(new Error(reason || `${app.name} could not print.`));
    });
  });
}
