import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { app } from 'electron';

import { programFromEnvironment } from '../app/config.ts';
import type { Logger } from '../app/log.ts';
import { desktopEntry } from './desktop-entry.ts';

const configHome = (): string => process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
const dataHome = (): string => process.env['XDG_DATA_HOME'] || join(homedir(), '.local/share');

/**
 * Returns the command that starts this program: of an AppImage the file itself, not the path where it is mounted. Electron
 * without a package also needs the path of the code.
 */
function ownProgram(): string[] {
  const appImage = ownAppImage();
  if (appImage !== undefined) return [appImage];
  return app.isPackaged ? [process.execPath] : [process.execPath, app.getAppPath()];
}

/** Returns the AppImage file of this program, which can be replaced; undefined for other kinds of installation. */
export function ownAppImage(): string | undefined {
  if (!app.isPackaged) return programFromEnvironment();
  const { APPIMAGE, APPDIR } = process.env;
  // A program started by another AppImage inherits these variables.
  const isOwn = APPDIR !== undefined && process.execPath.startsWith(`${APPDIR}/`);
  return isOwn ? APPIMAGE : undefined;
}

/** Returns the options about data and mode, to pass them to another start. */
export function ownParameters(argv: readonly string[]): string[] {
  const at = argv.indexOf('--data');
  const data = at === -1 ? argv.filter((part) => part.startsWith('--data=')) : argv.slice(at, at + 2);
  const kept = ['no-sandbox', 'kiosk'].filter((name) => app.commandLine.hasSwitch(name));
  return [...kept.map((name) => `--${name}`), ...data];
}

/** Returns the command that starts this program again. */
export const ownCommand = (argv: readonly string[]): string[] => [...ownProgram(), ...ownParameters(argv)];

/** Sets whether the program starts when the person signs in to the system. */
export function startWithSystem(wanted: boolean, command: readonly string[], log: Logger): void {
  if (process.platform !== 'linux') {
    if (app.getLoginItemSettings().openAtLogin !== wanted)
      app.setLoginItemSettings({ openAtLogin: wanted, args: command.slice(1) });
    return;
  }
  const file = join(configHome(), 'autostart', 'benchside.desktop');
  try {
    if (wanted) writeChanged(file, desktopEntry({ command, starts: true }));
    else if (existsSync(file)) rmSync(file);
  } catch (error) {
    log.error({ err: error }, 'the setting that starts Benchside with the system could not be changed');
  }
}

/** Windows appends the link: after `--` no part of it is read as a switch. */
const beforeLink: [path?: string, args?: string[]] =
  process.platform === 'win32' ? [process.execPath, ['--']] : [];

/** Registers this program for `benchside:` links. A package manager's installation is registered already. */
export function openLinks(command: readonly string[], log: Logger): void {
  if (!app.isPackaged) return;
  try {
    if (ownAppImage() !== undefined) {
      const file = join(dataHome(), 'applications', 'benchside.desktop');
      writeChanged(file, desktopEntry({ command, opensLinks: true }));
    }
    if (!app.setAsDefaultProtocolClient('benchside', ...beforeLink))
      log.warn('Benchside could not be registered for its links');
  } catch (error) {
    log.warn({ err: error }, 'Benchside could not be registered for its links');
  }
}

function writeChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns whether the system shows tray icons. On Linux not every desktop does, and Electron does not report it. */
export function hasTray(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  if (!process.env['DBUS_SESSION_BUS_ADDRESS']) return Promise.resolve(false);
  const bus = ['--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const asked = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.kde.StatusNotifierWatcher'];
  return new Promise((resolve) => {
    execFile('gdbus', ['call', ...bus, ...asked], { timeout: 3_000 }, (error, stdout) => {
      resolve(error === null && stdout.includes('true'));
    });
  });
}
