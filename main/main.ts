import { dirname, resolve } from 'node:path';

import { app, ipcMain, Menu, shell } from 'electron';
import type { BrowserWindow } from 'electron';

import { logLevelFromEnvironment, trialFromEnvironment } from '../app/config.ts';
import type { Logger } from '../app/log.ts';
import { version } from '../app/version.ts';
import { watchForCrashes } from './crash.ts';
import { openWindowDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { answerCalls, sendMenu } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { pathsOf, readOptions } from './paths.ts';
import { home, registerScheme, serveWindow } from './protocol.ts';
import { limitSession, limitWindow } from './security.ts';
import { systemVault } from './vault.ts';
import { createWindow } from './windows.ts';

/** A close that takes longer than this is given up. */
const closeLimitMs = 12_000;

const dist = dirname(import.meta.dirname);
const { data, site } = readOptions(process.argv);
const paths = pathsOf({ data: data && resolve(data), userData: app.getPath('userData'), dist });

registerScheme();
// It would win over `--no-sandbox`, without which root (a container) cannot run Chromium at all.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.setPath('userData', paths.userData);

if (app.requestSingleInstanceLock()) {
  // `await` here would hold up this module, for whose end Electron waits before it is ready.
  void app.whenReady().then(start);
} else {
  process.stderr.write(
    `benchside: this desk has a window already, which is shown now (data folder ${paths.data}).\n`,
  );
  app.exit(0);
}

function start(): void {
  const log = watchForCrashes(paths.log, logLevelFromEnvironment());
  app.on('web-contents-created', (_event, contents) => limitWindow(contents, log));
  limitSession();

  const desk = openWindowDesk({
    dataDir: paths.data,
    site,
    trial: trialFromEnvironment(),
    vault: systemVault(log),
    log,
  });
  serveWindow({ desk, renderer: paths.renderer });

  let window: BrowserWindow | undefined;
  const show = (): void => {
    if (!window || window.isDestroyed()) {
      window = createWindow({ preload: paths.preload, stateFile: paths.windowState, log });
      window.once('ready-to-show', () => {
        process.stdout.write(`${JSON.stringify({ event: 'ready', data: paths.data })}\n`);
      });
      void window.loadURL(home);
    }
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  const showDataFolder = (): Promise<string> => shell.openPath(paths.data);

  answerCalls(ipcMain, { version, showDataFolder });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        isPackaged: app.isPackaged,
        choose: (command) => {
          if (command === 'sync') desk.syncNow();
          if (window && !window.isDestroyed()) sendMenu(window, command);
        },
        showDataFolder: () => void showDataFolder(),
      }),
    ),
  );
  app.setAboutPanelOptions({ applicationName: 'Benchside', applicationVersion: version });

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    void end(desk, log);
  });
  show();
}

/** `app.quit()` would do nothing here: it is being asked already. */
async function end(desk: Desk, log: Logger): Promise<void> {
  setTimeout(() => app.exit(1), closeLimitMs);
  try {
    await desk.close();
    app.exit(0);
  } catch (error) {
    log.error({ err: error }, 'the desk did not close well');
    app.exit(1);
  }
}
