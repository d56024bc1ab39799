import { join } from 'node:path';

import { app, Notification } from 'electron';

import type { Logger } from '../app/log.ts';
import type { DeskSettings } from '../shared/model/benchside.ts';
import type { SyncStatus } from '../shared/sync-status.ts';
import { windowPlace } from './address.ts';
import type { Desk, DeskPhase } from './desk.ts';
import { lookAt, statusWords } from './desk-watch.ts';
import { newNeeds } from './needs.ts';
import type { Needs, SystemNotice } from './needs.ts';
import { Notifier } from './notifier.ts';
import { hasTray, startWithSystem } from './system.ts';
import { createTray } from './tray.ts';
import type { TrayIcon } from './tray.ts';
import type { WindowSet } from './window-set.ts';

export interface PresenceParts {
  desk: Desk;
  windows: WindowSet;
  resources: string;
  /** The command that starts this program again. */
  command: readonly string[];
  log: Logger;
}

export interface Presence {
  /** Returns whether the program keeps running without a window. */
  keepsRunning(): boolean;
  tell(notice: SystemNotice): void;
  /** Updates the tray after the language changed. */
  draw(): void;
  /** Hides tray and notices in a kiosk. */
  hide(hidden: boolean): void;
  stop(): void;
}

const lookEveryMs = 5_000;

/** Integrates the desk with the system: tray icon, notices, start at sign-in. */
export function keepPresence({ desk, windows, resources, command, log }: PresenceParts): Presence {
  let settings: DeskSettings | undefined;
  let tray: TrayIcon | undefined;
  let isHidden = false;
  let state: DeskPhase['kind'] = 'unbound';
  let status: SyncStatus | undefined;
  let seen: { needs: Needs; at: number; userid: number | null } | undefined;

  const notifier = new Notifier({
    lookedAt: () => {
      const { current } = windows;
      return current?.isFocused() ? windowPlace(current.webContents.getURL()) : undefined;
    },
    show: ({ title, body, place }) => {
      if (isHidden || settings?.notifications === false || !Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', () => windows.show(place));
      notification.show();
    },
  });

  const draw = (): void => {
    tray?.draw({
      status: statusWords(state, status),
      open: () => windows.show(),
      sync: () => desk.syncNow(),
      quit: () => app.quit(),
    });
  };

  const look = async (): Promise<void> => {
    const now = await desk.state();
    state = now.kind;
    if (now.kind === 'open') {
      const { status: newest, needs, userid } = await lookAt(now.fetch);
      status = newest;
      const at = Date.now() / 1000;
      // Things that waited before a person signed in are not new.
      if (seen?.userid === userid) notifier.tell(newNeeds(seen.needs, needs, { last: seen.at, now: at }));
      seen = { needs, at, userid };
    }
    draw();
  };

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookOn = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      log.warn({ err: error }, 'the state for the tray and notices could not be read');
    }
    if (!isStopped) timer = setTimeout(() => void lookOn(), lookEveryMs);
  };
  void lookOn();

  const placeTray = async (): Promise<void> => {
    if (!(await hasTray()) || isStopped) return;
    if (isHidden) {
      tray?.remove();
      tray = undefined;
    } else tray ??= createTray(join(resources, 'icons', '32x32.png'), () => windows.show());
    draw();
  };
  void placeTray();

  desk.onSettings((changed) => {
    if (changed.startWithSystem !== (settings?.startWithSystem ?? false))
      startWithSystem(changed.startWithSystem, command, log);
    settings = changed;
  });

  return {
    keepsRunning: () => tray !== undefined && settings?.keepRunning === true,
    tell: (notice) => notifier.tell([notice]),
    draw,
    hide: (hidden) => {
      isHidden = hidden;
      void placeTray();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      notifier.stop();
      tray?.remove();
      tray = undefined;
    },
  };
}
