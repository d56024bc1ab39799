import type { BrowserWindow, WebContents } from 'electron';

import { sendToWindow } from './ipc.ts';

/** Messages of the shell that a window shows once, as soon as its page can. */
export class Notices {
  readonly #waiting = new WeakMap<WebContents, string[]>();

  tell(window: BrowserWindow, words: string): void {
    const { webContents } = window;
    this.#waiting.set(webContents, [...(this.#waiting.get(webContents) ?? []), words]);
    sendToWindow(window, 'notice', null);
  }

  take(contents: WebContents): string[] {
    const words = this.#waiting.get(contents) ?? [];
    this.#waiting.delete(contents);
    return words;
  }
}
