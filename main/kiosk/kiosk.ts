import { app, screen, session } from 'electron';
import type { BrowserWindow, Rectangle } from 'electron';

import type { LockCheck } from '../../shared/lock-check.ts';
import { mayPass } from './keys.ts';
import { checkLock } from './lock-check.ts';
import { thisMachine } from './machine.ts';

export interface KioskShellParts {
  /** Returns whether the desk should be a kiosk now, according to the core and not the page. */
  asked(): boolean;
  windows(): readonly BrowserWindow[];
  /** Opens a window after the last one has closed. */
  reopen(): void;
  /** Shows or hides what a kiosk lacks, such as menu and tray. */
  drawAround(): void;
}

export interface KioskShell {
  isActive(): boolean;
  /** Call it for every new window, before other listeners are added. */
  guard(window: BrowserWindow): void;
  /** Call it after anything that may have turned kiosk mode on or off. */
  update(): void;
  check(): Promise<LockCheck>;
}

/** By then a window manager would have made the window full-screen. */
const coverAfterMs = 500;

const debugging = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'];

/**
 * Keeps people in the kiosk's window: it fills the screen, cannot be closed, and passes only typing keys. `check`
 * reports what the system's session still allows.
 */
export function kioskShell({ asked, windows, reopen, drawAround }: KioskShellParts): KioskShell {
  let active = false;
  let isQuitting = false;
  /** The window's bounds before it filled the screen. */
  let before: Rectangle | undefined;
  // Quitting comes from the system or from `app.quit` for an update: nobody at the screen can start it.
  app.on('before-quit', () => (isQuitting = true));
  // The download dialog gives access to files.
  session.defaultSession.on('will-download', (event) => {
    if (active) event.preventDefault();
  });

  /** A bare X server has no window manager to fill the screen. Chromium reduces a window of exactly the screen's size by one pixel. */
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
      // A page can close its own window.
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
