import type { BrowserWindow } from 'electron';

import { manualStart } from '../shared/manual.ts';
import { spokenLanguage } from '../shared/language.ts';
import { homeAddress } from './address.ts';
import { freshWindow } from './window-state.ts';
import { createWindow } from './windows.ts';

export interface ManualWindow {
  /** Shows a page of the manual, or its first one in the person's language. */
  show(page?: string): void;
  close(): void;
}

/** Returns the manual's window. It is not one of the desk's windows, and is not restored at the next start. */
export function manualWindow(preload: string): ManualWindow {
  let window: BrowserWindow | undefined;
  return {
    show: (page = manualStart(spokenLanguage())) => {
      if (!window) {
        window = createWindow(preload, freshWindow);
        window.on('closed', () => {
          window = undefined;
        });
      }
      window.show();
      void window.loadURL(`${homeAddress}${page}`);
    },
    close: () => window?.close(),
  };
}
