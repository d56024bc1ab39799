import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';

import { createLog } from '../../app/log.ts';
import { menuTemplate } from '../../main/menu.ts';
import { connectPage, failedPage, stoppedPage } from '../../main/pages/pages.ts';
import { pathsOf, readOptions } from '../../main/paths.ts';
import { readWindowState, writeWindowState } from '../../main/window-state.ts';
import { ipcEventNames } from '../../shared/ipc.ts';
import type { IpcEvents } from '../../shared/ipc.ts';
import { temporaryFolder } from '../helpers/core.ts';

const log = createLog('test', 'silent');

test.each(['linux', 'win32', 'darwin'] as const)(
  'the menu on %s sends every command, and repeats no key',
  (platform) => {
    const sent: IpcEvents['menu'][] = [];
    const template = menuTemplate({
      platform,
      isPackaged: true,
      choose: (command) => sent.push(command),
      showDataFolder: () => undefined,
    });
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const keys = items.flatMap(({ accelerator }: MenuItemConstructorOptions) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { click, label } of items) {
      if (label !== 'Show Data Folder') Reflect.apply(click ?? (() => undefined), undefined, []);
    }
    expect(sent.toSorted()).toEqual(['back', 'forward', 'home', 'search', 'settings', 'sync']);
    expect(items.some(({ role }) => role === 'toggleDevTools')).toBe(false);
    expect(ipcEventNames).toEqual(['menu']);
  },
);

test('options are found among Chromium’s switches, and a given folder holds everything', () => {
  const argv = ['electron', '.', '--no-sandbox', '--data', 'here', '--site=http://hub.test', '--disable-gpu'];
  expect(readOptions(argv)).toEqual({ data: 'here', site: 'http://hub.test' });
  expect(readOptions(['benchside'])).toEqual({ data: undefined, site: undefined });
  expect(pathsOf({ data: '/here', userData: '/user', dist: '/dist' })).toMatchObject({
    data: '/here',
    userData: '/here/window',
    log: '/here/desk.log',
  });
  expect(pathsOf({ data: undefined, userData: '/user', dist: '/dist' })).toMatchObject({
    data: '/user/workshop',
    userData: '/user',
  });
});

test('a window comes back where it was, unless no display shows that place or the note is damaged', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'window-state.json');
  const display = { x: 0, y: 0, width: 1920, height: 1080 };
  const state = { bounds: { x: 100, y: 80, width: 1200, height: 900 }, maximized: true };
  const fresh = { bounds: { width: 1280, height: 800 }, maximized: false };

  expect(readWindowState(file, [display], log)).toEqual(fresh);
  writeWindowState(file, state, log);
  expect(readWindowState(file, [display], log)).toEqual(state);
  const elsewhere = { ...display, x: 5000 };
  expect(readWindowState(file, [elsewhere], log)).toEqual({ ...state, bounds: { width: 1200, height: 900 } });
  writeFileSync(file, '{"bounds":');
  expect(readWindowState(file, [display], log)).toEqual(fresh);
});

test('pages of the shell run no script, and what they repeat is only text', async () => {
  const evil = '"><script>alert(1)</script>';
  const pages = [
    connectPage({ site: evil, email: evil, problem: evil }),
    failedPage(evil),
    stoppedPage(evil),
  ];
  for (const page of pages) {
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'none'");
    const html = await page.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
  }
});
