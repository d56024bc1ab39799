import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';

import { createLog } from '../../app/log.ts';
import { addressOf, windowPlace, stoppedAt } from '../../main/address.ts';
import { chooseShellLanguage } from '../../main/language.ts';
import { contextTemplate, menuTemplate } from '../../main/menu.ts';
import { connectPage, failedPage, stoppedPage } from '../../main/pages/pages.ts';
import { pathsOf, readOptions } from '../../main/paths.ts';
import { freshWindow, readWindowStates, writeWindowStates } from '../../main/window-state.ts';
import { ipcEventNames } from '../../shared/ipc.ts';
import type { IpcEvents } from '../../shared/ipc.ts';
import { temporaryFolder } from '../helpers/core.ts';

const log = createLog('test', 'silent');

test.each(['linux', 'win32', 'darwin'] as const)(
  'the menu on %s sends every command, and repeats no key',
  (platform) => {
    const sent: IpcEvents['menu'][] = [];
    const opened: string[] = [];
    const template = menuTemplate({
      platform,
      isPackaged: true,
      choose: (command) => sent.push(command),
      showDataFolder: () => opened.push('folder'),
      showManual: (page = 'manual') => opened.push(page),
      openWindow: (where) => opened.push(where),
    });
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const keys = items.flatMap(({ accelerator }: MenuItemConstructorOptions) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { click } of items) if (click) Reflect.apply(click, undefined, []);
    expect(opened.toSorted()).toEqual(['folder', 'here', 'manual', 'manual/licences.html', 'start']);
    // Electron's roles bring texts of their own, in the system's language.
    expect(items.filter(({ label, type }) => label === undefined && type !== 'separator')).toEqual([]);
    expect(sent.toSorted()).toEqual([
      'back',
      'diagnostics',
      'forward',
      'home',
      'keys',
      'palette',
      'search',
      'settings',
      'sync',
    ]);
    expect(items.some(({ role }) => role === 'toggleDevTools')).toBe(false);
    expect(ipcEventNames).toEqual(['menu', 'notice', 'update']);
  },
);

test('the context menu shows what can be done there, and nothing if that is nothing', () => {
  const opened: string[] = [];
  const labels = (...given: Parameters<typeof contextTemplate>): (string | undefined)[] =>
    contextTemplate(...given).flatMap(({ label, enabled }) => (enabled === false ? [] : (label ?? [])));
  const open = (place: string): unknown => opened.push(place);
  const nothing = { link: undefined, selected: false, editable: false };
  expect(labels(nothing, open)).toEqual([]);
  expect(labels({ ...nothing, selected: true }, open)).toEqual(['Copy']);
  expect(labels({ ...nothing, editable: true }, open)).toEqual(['Undo', 'Redo', 'Paste', 'Select All']);
  const [link] = contextTemplate({ ...nothing, link: '/guide/5' }, open);
  Reflect.apply(link?.click ?? (() => undefined), undefined, []);
  expect(opened).toEqual(['/guide/5']);
});

test('an address and its place convert into each other; an address of another origin is the home screen', () => {
  for (const place of ['/', '/guide/5', '/search?q=a%20b', '/category/50%25']) {
    expect(windowPlace(addressOf(place))).toBe(place);
    expect(windowPlace(stoppedAt(place))).toBe(place);
  }
  expect(windowPlace('https://example.org/#/guide/5')).toBe('/');
  expect(windowPlace('benchside://desk.example.org/#/guide/5')).toBe('/');
  expect(windowPlace('')).toBe('/');
});

test('options are found among Chromium’s switches, and a given folder holds everything', () => {
  const argv = ['electron', '.', '--no-sandbox', '--data', 'here', '--site=http://hub.test', '--disable-gpu'];
  expect(readOptions(argv)).toEqual({
    data: 'here',
    site: 'http://hub.test',
    kiosk: false,
    guard: undefined,
  });
  expect(readOptions(['benchside'])).toEqual({
    data: undefined,
    site: undefined,
    kiosk: false,
    guard: undefined,
  });
  expect(readOptions(['benchside', '--kiosk']).kiosk).toBe(true);
  expect(readOptions(['benchside', '--guard=41']).guard).toBe(41);
  expect(readOptions(['benchside', '--guard=-1']).guard).toBeUndefined();
  expect(pathsOf({ data: '/here', userData: '/user', dist: '/dist', resources: '/with' })).toMatchObject({
    data: '/here',
    userData: '/here/window',
    log: '/here/desk.log',
  });
  expect(pathsOf({ data: undefined, userData: '/user', dist: '/dist', resources: '/with' })).toMatchObject({
    data: '/user/workshop',
    userData: '/user',
  });
});

test('windows return to their positions, unless no display shows that position or the file is damaged', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'windows.json');
  const display = { x: 0, y: 0, width: 1920, height: 1080 };
  const state = {
    bounds: { x: 100, y: 80, width: 1200, height: 900 },
    maximized: true,
    place: '/guide/5/step/501',
    zoom: 1.25,
  };
  const other = { ...state, bounds: { x: 5100, y: 80, width: 1100, height: 700 }, place: '/' };

  expect(readWindowStates(file, [display], log)).toEqual([]);
  writeWindowStates(file, [state, other], log);
  expect(readWindowStates(file, [display], log)).toEqual([
    state,
    { ...other, bounds: { width: 1100, height: 700 } },
  ]);
  writeFileSync(file, JSON.stringify({ windows: [{ bounds: {}, place: 'https://example.org' }] }));
  expect(readWindowStates(file, [display], log)).toEqual([freshWindow]);
  writeFileSync(file, '{"windows":');
  expect(readWindowStates(file, [display], log)).toEqual([]);
});

test('pages of the shell run no script, and show given texts as text', async () => {
  const evil = '"><script>alert(1)</script>';
  const pages = [
    connectPage({ site: evil, email: evil, deskName: evil, problem: evil, hubs: [] }),
    connectPage({ hubs: [{ name: evil, url: `http://192.0.2.1/${evil}` }] }),
    failedPage({ message: evil, copyBefore: evil }),
    stoppedPage(`/${evil}`),
  ];
  for (const page of pages) {
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'none'");
    const html = await page.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
  }
});

test('pages of the shell say in the chosen language what the core refuses', async () => {
  const shown = async (): Promise<string> => {
    const problem =
      'https://example.org/api/2.0 is not the address of an API 2.0 site. Check it and try again.';
    const pages = [
      connectPage({ problem, hubs: [] }),
      failedPage({ message: 'The disk of this computer is full.' }),
    ];
    return (await Promise.all(pages.map((page) => page.text()))).join('');
  };
  expect(await shown()).toContain('The disk of this computer is full.');
  try {
    await chooseShellLanguage('de', []);
    const german = await shown();
    expect(german).toContain('https://example.org/api/2.0 ist nicht die Adresse');
    expect(german).not.toMatch(/is not the address|The disk/);
    await chooseShellLanguage('ja', []);
    expect(await shown()).toContain('この端末のディスクがいっぱいです');
  } finally {
    await chooseShellLanguage('en', []);
  }
});
