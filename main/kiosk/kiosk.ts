import { app, screen, session } from 'electron';
import type { BrowserWindow, Rectangle } from 'electron';

import type { LockCheck } from '../../shared/lock-check.ts';
import { mayPass } from './keys.ts';
import { checkLock } from './lock-check.ts';
import { thisMachine } from './machine.ts';

export interface KioskShellParts {
  /** Whether the desk is to be a kiosk now: the core's word, not the page's. */
  asked(): boolean;
  windows(): readonly BrowserWindow[];
  /** Makes a window where the last one has gone. */
  reopen(): void;
  /** Draws what a kiosk is without, such as menu and tray, or takes it away. */
  drawAround(): void;
}

export interface KioskShell {
  isActive(): boolean;
  /** For every window that is made, before anybody else listens to it. */
  guard(window: BrowserWindow): void;
  /** After anything that may have made the desk a kiosk, or no longer one. */
  update(): void;
  check(): Promise<LockCheck>;
}

/** Who manages windows has made one fill its screen by then. */
const coverAfterMs = 500;

const debugging = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'];

/**
 * Keeps people in the window of a kiosk: it fills the screen, does not close, and lets through only keys that type. What
 * the system's session lets them do beside it is told by `check`.
 */
export function kioskShell({ asked, windows, reopen, drawAround }: KioskShellParts): KioskShell {
  let active = false;
  let isQuitting = false;
  /** Of the window, before it filled the screen. */
  let before: Rectangle | undefined;
  // By the system, or by `app.quit` for an update: nobody at the screen can ask for it.
  app.on('before-quit', () => (isQuitting = true));
  // Its window leads to files.
  session.defaultSession.on('will-download', (event) => {
    if (active) event.preventDefault();
  });

  /** A bare X server has nobody who makes a window as large as its screen. Chromium takes a pixel off that very size. */
  const cover = (window: BrowserWindow): void => {
    if (!active || window.isDestroyed()) return;
    const has = window.getBounds();
    const { bounds } = screen.getDisplayMatching(has);
    if (has.width >= bounds.width && has.height >= bounds.height) return;
    window.setBounds({ ...bounds, width: bounds.width + 1, height: bounds.height + 1 });
  };

  const fill = (window: BrowserWindow): void => {
    if (!active || isQuitting || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.setMenuBarVisibility(false);
    window.setKiosk(true);
    setTimeout(cover, coverAfterMs, window);
    window.webContents.closeDevTools();
    window.webContents.setZoomLevel(0);
  };

  return {
    isActive: () => active,
    guard: (window) => {
      const { webContents } = window;
      window.prependListener('close', (event) => {
        if (active && !isQuitting) event.preventDefault();
      });
      // A page can close itself.
      window.on('closed', () => {
        if (active && !isQuitting && windows().length === 0) reopen();
      });
      const again = (): void => void setImmediate(fill, window);
      window.on('leave-full-screen', again);
      window.on('minimize', again);
      window.on('show', again);
      webContents.on('before-input-event', (event, input) => {
        if (active && !mayPass(input)) event.preventDefault();
      });
      webContents.on('context-menu', (event) => {
        if (active) event.preventDefault();
      });
      webContents.on('devtools-opened', again);
      webContents.on('zoom-changed', again);
      webContents.on('did-finish-load', () => {
        if (active) void webContents.setVisualZoomLevelLimits(1, 1);
      });
    },
    update: () => {
      if (asked() === active) return;
      active = !active;
      drawAround();
      const [kept, ...others] = windows().toReversed();
      if (active) for (const window of others) window.destroy();
      if (!kept) return;
      if (active) {
        before = kept.getNormalBounds();
        fill(kept);
      } else {
        kept.setKiosk(false);
        kept.setMenuBarVisibility(true);
        if (before) kept.setBounds(before);
      }
    },
    check: () =>
      checkLock(thisMachine(), {
        isKiosk: active && windows().every((window) => window.isKiosk()),
        isDebuggable: !app.isPackaged || debugging.some((name) => app.commandLine.hasSwitch(name)),
      }),
  };
}
