import { expect, test } from 'vitest';

import { mayPass } from '../../main/kiosk/keys.ts';
import { checkLock } from '../../main/kiosk/lock-check.ts';
import type { Machine } from '../../main/kiosk/machine.ts';
import { thisMachine } from '../../main/kiosk/machine.ts';

const none = { control: false, meta: false, alt: false, shift: false };

test('keys for typing and editing reach a kiosk; keys that close, reload, zoom, print or leave do not', () => {
  for (const key of ['a', 'A', '7', 'Enter', 'Tab', 'Escape', 'ArrowLeft', 'Backspace', ' ', 'ä', 'Dead'])
    expect([key, mayPass({ ...none, key })]).toEqual([key, true]);
  for (const key of ['c', 'v', 'x', 'a', 'z', 'ArrowRight', 'Backspace', 'Control'])
    expect([key, mayPass({ ...none, key, control: true })]).toEqual([key, true]);
  expect(mayPass({ ...none, key: '@', control: true, alt: true })).toBe(true);
  for (const key of ['w', 'r', 'q', 'n', 't', 'p', 'o', 's', 'j', 'u', 'k', '+', '-', '0', '=', 'Tab', 'F4'])
    expect([key, mayPass({ ...none, key, control: true })]).toEqual([key, false]);
  for (const key of ['i', 'I', 'C', 'R'])
    expect(mayPass({ ...none, key, control: true, shift: true })).toBe(false);
  for (const key of ['F1', 'F4', 'F5', 'F11', 'F12', 'BrowserBack', 'ContextMenu', 'LaunchMail'])
    expect([key, mayPass({ ...none, key })]).toEqual([key, false]);
  for (const key of ['F4', 'ArrowLeft', 'Home', 'Tab', ' '])
    expect([key, mayPass({ ...none, key, alt: true })]).toEqual([key, false]);
  for (const key of ['w', 'q', 'm', 'h']) expect(mayPass({ ...none, key, meta: true })).toBe(false);
});

interface Told {
  platform?: NodeJS.Platform;
  env?: Record<string, string>;
  isAdministrator?: boolean;
  files?: Record<string, string>;
  processes?: [name: string, ...parameters: string[]][];
  programs?: Record<string, string>;
}

const machine = (told: Told): Machine => ({
  platform: told.platform ?? 'linux',
  env: told.env ?? {},
  isAdministrator: told.isAdministrator ?? false,
  read: (path) => told.files?.[path],
  processes: () => (told.processes ?? []).map(([name, ...parameters]) => ({ name, parameters })),
  run: (program) => Promise.resolve(told.programs?.[program]),
});

const asKiosk = { isKiosk: true, isDebuggable: false };

/** Returns the parts that are not closed, as `session open openbox`. */
async function gaps(told: Told, running = asKiosk): Promise<string[]> {
  const { locked, findings } = await checkLock(machine(told), running);
  const open = findings.filter(({ state }) => state !== 'closed');
  expect(locked).toBe(open.length === 0);
  return open.map(({ part, state, detail }) => `${part} ${state} ${detail}`.trim());
}

const xorg = 'Section "ServerFlags"\n  Option "DontVTSwitch" "true"\n  Option "DontZap" "on"\nEndSection';
const logind = '[Login]\nNAutoVTs=0\nReserveVT=0\n';
const bareX = {
  env: { DISPLAY: ':0' },
  programs: { xprop: '_NET_SUPPORTING_WM_CHECK:  not found.\n' },
  files: { '/etc/X11/xorg.conf.d': xorg },
};

test('Linux is locked in cage, in a bare X session without terminals, and in no other case', async () => {
  expect(await gaps({ processes: [['cage', '--', 'benchside']] })).toEqual([]);
  expect(await gaps(bareX)).toEqual([]);
  expect(
    await gaps({ processes: [['gnome-kiosk']], files: { '/etc/systemd/logind.conf.d': logind } }),
  ).toEqual([]);

  expect(await gaps({ processes: [['cage', '-s', '--', 'benchside']] })).toEqual(['keys open cage']);
  expect(await gaps({ processes: [['gnome-kiosk']] })).toEqual(['keys open gnome-kiosk']);
  expect(await gaps({ ...bareX, processes: [['openbox']] })).toEqual(['session open openbox']);
  expect(await gaps({ ...bareX, programs: { xprop: 'window id # 0x20000e' } })).toEqual([
    'session open window id # 0x20000e',
  ]);
  expect(await gaps({ ...bareX, programs: {} })).toEqual(['session unknown xprop']);
  expect(await gaps({ ...bareX, files: {} })).toEqual(['keys open xorg.conf']);
  expect(await gaps({ processes: [['gnome-shell'], ['cage']] })).toEqual(['session open gnome-shell']);
  expect(await gaps({ env: { WAYLAND_DISPLAY: 'wayland-0', XDG_CURRENT_DESKTOP: 'New Desktop' } })).toEqual([
    'session unknown New Desktop',
    'keys open xorg.conf',
  ]);
});

test('Windows is locked without its shell, its task manager and its keys', async () => {
  const programs = {
    'tasklist.exe': 'INFO: No tasks are running which match the specified criteria.',
    'reg.exe': 'HKEY_CURRENT_USER\\...\r\n    DisableTaskMgr    REG_DWORD    0x1\r\n',
    'sc.exe': 'SERVICE_NAME: MsKeyboardFilter\r\n        STATE              : 4  RUNNING\r\n',
  };
  const windows = (changed: Record<string, string | undefined>): Promise<string[]> =>
    gaps({
      platform: 'win32',
      programs: Object.fromEntries(
        Object.entries({ ...programs, ...changed }).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      ),
    });
  expect(await windows({})).toEqual([]);
  expect(await windows({ 'tasklist.exe': '"explorer.exe","4012","Console","1","98.100 K"' })).toEqual([
    'session open explorer.exe',
  ]);
  expect(await windows({ 'tasklist.exe': undefined })).toEqual(['session unknown tasklist']);
  expect(await windows({ 'reg.exe': undefined })).toEqual(['keys open DisableTaskMgr']);
  expect(await windows({ 'sc.exe': '        STATE              : 1  STOPPED' })).toEqual([
    'keys open MsKeyboardFilter',
  ]);
});

test('unknown parts count as open, and so do a debugger, an administrator and a plain window', async () => {
  expect(await gaps({ platform: 'darwin' })).toEqual(['session unknown darwin', 'keys unknown darwin']);
  expect(await gaps({ ...bareX, isAdministrator: true })).toEqual(['account open root']);
  expect(await gaps(bareX, { isKiosk: false, isDebuggable: true })).toEqual([
    'window open',
    'debugging open',
  ]);
  const { findings } = await checkLock(thisMachine(), { isKiosk: false, isDebuggable: true });
  expect(findings).toHaveLength(5);
});
