import { BrowserWindow, nativeTheme, screen } from 'electron';

import type { Logger } from '../app/log.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

export interface WindowOptions {
  preload: string;
  stateFile: string;
  log: Logger;
}

/** The renderer's paper, light and dark: what is seen before the first page is drawn. */
const paper = { light: '#f5f1e8', dark: '#121614' };

/** The only maker of windows. */
export function createWindow({ preload, stateFile, log }: WindowOptions): BrowserWindow {
  const state = readWindowState(
    stateFile,
    screen.getAllDisplays().map(({ workArea }) => workArea),
    log,
  );
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: 'Benchside',
    backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }, log);
  });
  return window;
}
