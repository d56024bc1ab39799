import { dialog } from 'electron';
import type { BrowserWindow } from 'electron';

import type { Logger } from '../app/log.ts';
import { addressOf, windowPlace, stoppedAt } from './address.ts';
import type { Notices } from './notices.ts';
import { mainTexts } from './texts.ts';

/** A page that dies this often within `soonMs` would die again at the same place. */
const deathsInARow = 3;
const soonMs = 60_000;

/** Returns a window to its place after its process died, and asks what to do if it does not respond. */
export function recoverPage(window: BrowserWindow, notices: Notices, log: Logger): void {
  const { webContents } = window;
  let deaths: number[] = [];
  webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    log.error({ details }, 'the process of a window died');
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < soonMs), now];
    const place = windowPlace(webContents.getURL());
    const isHopeless = deaths.length >= deathsInARow;
    // A load started during the event would be lost.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (!isHopeless) notices.tell(window, mainTexts.notice.pageRestarted);
      void window.loadURL(isHopeless ? stoppedAt(place) : addressOf(place));
    });
  });

  let asking: AbortController | undefined;
  webContents.on('unresponsive', () => {
    if (asking) return;
    log.error('a window does not answer');
    asking = new AbortController();
    void ask(window, asking.signal).finally(() => (asking = undefined));
  });
  webContents.on('responsive', () => asking?.abort());
}

async function ask(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const { unresponsive, unresponsiveBody, wait, reload } = mainTexts.dialog;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: unresponsive,
    detail: unresponsiveBody,
    buttons: [wait, reload],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  // The crash handler above then reloads the window.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
}
