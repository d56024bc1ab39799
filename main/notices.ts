import type { BrowserWindow, WebContents } from 'electron';

import { send } from './ipc.ts';

/** What the shell has to say inside a window, once, as soon as its page can show it. */
export class Notices {
  readonly #waiting = new WeakMap<WebContents, string[]>();

  tell(window: BrowserWindow, words: string): void {
    const { webContents } = window;
    this.#waiting.set(webContents, [...(this.#waiting.get(webContents) ?? []), words]);
    send(window, 'notice', null);
  }

  take(contents: WebContents): string[] {
    const words = this.#waiting.get(contents) ?? [];
    this.#waiting.delete(contents);
    return words;
  }
}
