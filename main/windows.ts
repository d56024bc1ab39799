import { BrowserWindow, nativeTheme } from 'electron';

import type { WindowState } from './window-state.ts';

/** The renderer's background, light and dark, shown before the first page is drawn. */
const paper = { light: '#f5f1e8', dark: '#121614' };

/** Creates a window; nothing else does. */
export function createWindow(preload: string, state: WindowState): BrowserWindow {
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
      // Date fields follow their `lang`; without this, they follow the system's language.
      enableBlinkFeatures: 'LangAttributeAwareFormControlUI',
    },
  });
  if (state.maximized) window.maximize();
  const show = (): void => {
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  window.once('ready-to-show', show);
  // Without a graphics processor the first paint of a hidden window may never come.
  window.webContents.once('did-finish-load', show);
  return window;
}
