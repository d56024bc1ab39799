import { flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { app, ipcMain, Menu, shell } from 'electron';
import type { BrowserWindow } from 'electron';

import { logLevelFromEnvironment, trialFromEnvironment } from '../app/config.ts';
import type { Logger } from '../app/log.ts';
import { keepToOwner } from '../app/owner-only.ts';
import { guard } from '../app/update/guard.ts';
import { beginTrial } from '../app/update/trial-start.ts';
import { version } from '../app/version.ts';
import { isOurs, windowPlace } from './address.ts';
import { watchForCrashes } from './crash.ts';
import { linkIn, placeOfLink, shownLink } from './deep-link.ts';
import { openWindowDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { answerCalls, sendToWindow } from './ipc.ts';
import { kioskShell } from './kiosk/kiosk.ts';
import { chooseShellLanguage } from './language.ts';
import { manualWindow } from './manual-window.ts';
import { contextTemplate, menuTemplate } from './menu.ts';
import { Notices } from './notices.ts';
import { recoverPage } from './page-recovery.ts';
import { pathsOf, readOptions } from './paths.ts';
import { keepPresence } from './presence.ts';
import { registerScheme, serveWindow } from './protocol.ts';
import { restoreCopy, restoredWords } from './restore-copy.ts';
import { markRunning } from './running-mark.ts';
import { limitSession, limitWindow } from './security.ts';
import { openLinks, ownCommand, ownParameters } from './system.ts';
import { mainTexts } from './texts.ts';
import { startGuard } from './updates/apply.ts';
import { startUpdates } from './updates/updates.ts';
import { systemVault } from './vault.ts';
import { WindowSet } from './window-set.ts';

/** Milliseconds. If closing takes longer, the process exits anyway. */
const closeLimitMs = 12_000;

keepToOwner();
const dist = dirname(import.meta.dirname);
const options = readOptions(process.argv);
const paths = pathsOf({
  data: options.data && resolve(options.data),
  userData: app.getPath('userData'),
  dist,
  resources: app.isPackaged ? process.resourcesPath : join(dist, '../resources'),
});
/** Links that arrived before there were windows. */
const early: string[] = [];
const keepLink = (event: { preventDefault(): void }, link: string): void => {
  event.preventDefault();
  early.push(link);
};

registerScheme();
// Enabling the sandbox would override `--no-sandbox`, without which root (a container) cannot run Chromium.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.setPath('userData', options.guard === undefined ? paths.userData : `${paths.userData}-guard`);

if (options.guard !== undefined) {
  void watchUpdate(options.guard);
} else if (app.requestSingleInstanceLock()) {
  const given = linkIn(process.argv);
  if (given !== undefined) early.push(given);
  app.on('open-url', keepLink);
  // `await` here would block this module, and Electron waits for its end before it is ready.
  void app.whenReady().then(start);
} else {
  process.stderr.write(
    `benchside: this desk has a window already, which is shown now (data folder ${paths.data}).\n`,
  );
  app.exit(0);
}

async function start(): Promise<void> {
  const log = watchForCrashes(paths.log, logLevelFromEnvironment());
  // Must run before anything of a new version touches the data.
  const trial = beginTrial(paths.data);
  if (trial?.isHopeless && trial.note.program) {
    startGuard(trial.note.program.previous, ownParameters(process.argv));
    app.exit(0);
    return;
  }
  await chooseShellLanguage('auto', app.getPreferredSystemLanguages());
  const mark = markRunning(paths.running, log);
  const notices = new Notices();
  /** Shows a notice in the current window, or in the first one that opens. */
  const tell = (words: string): void => {
    const { current } = windows;
    if (current) notices.tell(current, words);
    else untold.push(words);
  };
  const untold: string[] = [];

  const openWindow = (place: string): void => {
    if (kiosk.isActive()) windows.show();
    else windows.open(place);
  };
  const windows = new WindowSet({
    preload: paths.preload,
    stateFile: paths.windowState,
    log,
    onMade: (window) => {
      kiosk.guard(window);
      recoverPage(window, notices, log);
      offerMenu(window, openWindow);
      for (const words of untold.splice(0)) notices.tell(window, words);
    },
  });
  const manual = manualWindow(paths.preload);
  const showManual = (page?: string): void => {
    if (!kiosk.isActive()) manual.show(page);
  };
  app.on('web-contents-created', (_event, contents) =>
    limitWindow(contents, log, { place: openWindow, manual: showManual }),
  );
  limitSession();

  const desk = openWindowDesk({
    dataDir: paths.data,
    site: options.site,
    kiosk: options.kiosk,
    trial: trialFromEnvironment(),
    vault: systemVault(log),
    log,
    onWentBack: ({ version, kept, problem }) => {
      const { wentBack, wentBackPart } = mainTexts.notice;
      tell(problem === undefined ? wentBack(version) : wentBackPart(version, kept ?? '', problem));
    },
    onRestored: (result) => tell(restoredWords(result)),
  });
  const kiosk = kioskShell({
    asked: () => desk.opened()?.core.ctx.identity.kiosk?.isActive ?? options.kiosk,
    windows: () => windows.all,
    reopen: () => windows.show(),
    drawAround: () => {
      drawMenu();
      presence.hide(kiosk.isActive());
      if (kiosk.isActive()) manual.close();
    },
  });
  serveWindow({ desk, renderer: paths.renderer, log });
  const quit = (last?: () => void): Promise<void> => end({ desk, log, last, mark });
  const command = ownCommand(process.argv);
  const presence = keepPresence({ desk, windows, resources: paths.resources, command, log });
  const updates = startUpdates({
    trial,
    desk,
    windows,
    dataDir: paths.data,
    resources: paths.resources,
    parameters: ownParameters(process.argv),
    log,
    tell,
    notify: presence.tell,
    end: (last) => quit(last),
  });

  const showDataFolder = (): Promise<string> => shell.openPath(paths.data);
  answerCalls(ipcMain, {
    version,
    showDataFolder,
    takeNotices: (sender) => notices.take(sender),
    updateState: () => updates.updater.state,
    checkForUpdate: () => updates.updater.check(),
    applyUpdate: () => updates.apply(),
    restoreCopy: (day) => restoreCopy(day, { desk, windows, tell }),
    checkLock: async () => {
      const check = await kiosk.check();
      // The next round reports it to the hub.
      desk.opened()?.core.ctx.store.note((s) => s.meta.set('lock-check', check));
      return check;
    },
    isKiosk: () => kiosk.isActive(),
  });
  const drawMenu = (): void =>
    Menu.setApplicationMenu(
      // The menu's shortcuts would work in a kiosk too.
      kiosk.isActive()
        ? null
        : Menu.buildFromTemplate(
            menuTemplate({
              platform: process.platform,
              isPackaged: app.isPackaged,
              choose: (chosen) => {
                if (chosen === 'sync') desk.syncNow();
                if (windows.current) sendToWindow(windows.current, 'menu', chosen);
              },
              showDataFolder: () => void showDataFolder(),
              showManual,
              openWindow: (where) =>
                windows.open(
                  where === 'here' && windows.current
                    ? windowPlace(windows.current.webContents.getURL())
                    : '/',
                ),
            }),
          ),
    );
  drawMenu();
  desk.onSettings(() => kiosk.update());
  const speak = async (language: string): Promise<void> => {
    if (!(await chooseShellLanguage(language, app.getPreferredSystemLanguages()))) return;
    drawMenu();
    presence.draw();
  };
  desk.onSettings(({ language }) => void speak(language));
  const { electron, chrome, node } = process.versions;
  app.setAboutPanelOptions({
    applicationName: 'Benchside',
    applicationVersion: version,
    version: `Electron ${electron}`,
    copyright: `The Benchside authors, MIT licence\nElectron ${electron}, Chromium ${chrome}, Node ${node}`,
  });
  openLinks(command, log);

  const follow = (link: string): void => {
    const place = placeOfLink(link);
    windows.show(kiosk.isActive() ? undefined : place);
    if (place === undefined) tell(mainTexts.notice.badLink(shownLink(link)));
  };
  app.on('second-instance', (_event, argv) => {
    const link = linkIn(argv);
    if (link === undefined) windows.show();
    else follow(link);
  });
  app.off('open-url', keepLink);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    follow(link);
  });
  app.on('activate', () => windows.show());
  app.on('before-quit', () => windows.end());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !presence.keepsRunning()) app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    presence.stop();
    void quit();
  });

  app.once('browser-window-created', (_event, window) =>
    window.webContents.once('did-finish-load', () => {
      process.stdout.write(`${JSON.stringify({ event: 'ready', data: paths.data })}\n`);
      // A kiosk may never be closed properly.
      flushCompileCache();
    }),
  );
  windows.restore();
  kiosk.update();
  if (mark.wasCutOff) void tellRecovered(desk, tell);
  for (const link of early.splice(0)) follow(link);
  await updates.tryOut();
}

/** After a crash, reports how many edits are still here, once that is known. */
async function tellRecovered(desk: Desk, tell: (words: string) => void): Promise<void> {
  if ((await desk.state()).kind !== 'open') return;
  const { journal } = desk.opened()?.core.sync.status() ?? {};
  tell(mainTexts.notice.recovered((journal?.pending ?? 0) + (journal?.sending ?? 0)));
}

function offerMenu(window: BrowserWindow, openWindow: (place: string) => void): void {
  const { webContents } = window;
  webContents.on('context-menu', (event, { linkURL, selectionText, isEditable }) => {
    if (event.defaultPrevented) return;
    const template = contextTemplate(
      {
        link: isOurs(linkURL) ? windowPlace(linkURL) : undefined,
        selected: selectionText !== '',
        editable: isEditable,
      },
      openWindow,
    );
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** Runs the previous version, which watches the first start of its replacement. */
async function watchUpdate(parent: number): Promise<void> {
  await app.whenReady();
  const log = watchForCrashes(paths.log, logLevelFromEnvironment());
  await guard(paths.data, { parameters: ownParameters(process.argv), parent, log });
  app.exit(0);
}

interface Ending {
  desk: Desk;
  log: Logger;
  mark: { remove(): void };
  /** Called after the data is closed. */
  last?: (() => void) | undefined;
}

/** Ends the process itself: `app.quit()` has no effect during a quit. */
async function end({ desk, log, mark, last }: Ending): Promise<void> {
  setTimeout(() => app.exit(1), closeLimitMs);
  try {
    await desk.close();
    mark.remove();
    last?.();
    app.exit(0);
  } catch (error) {
    log.error({ err: error }, 'the desk could not be closed properly');
    app.exit(1);
  }
}
