import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import type { ElectronApplication, Page } from 'playwright';
import { expect, test } from 'vitest';

import { prepareUpdate } from '../../app/update/prepare.ts';
import { beginTrial } from '../../app/update/trial-start.ts';
import {
  call,
  choose,
  environment,
  folder,
  goTo,
  launchDesk,
  screenshot,
  startHub,
  untilSynced,
} from './helpers.ts';
import { lead, technician } from './workshop.ts';
import { axeFindings } from '../helpers/axe.ts';

const root = join(import.meta.dirname, '../..');
const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };

test('several windows open by mouse, menu and link, and return to their places', async () => {
  const hub = await startHub();
  const data = folder();
  const first = await launchDesk({ data, site: hub.url, env: trial });
  const { app, page } = first;
  await untilSynced(page);

  const byMouse = app.waitForEvent('window');
  const link = page.getByRole('link', { name: /Bench power tools/ }).first();
  await link.click({ modifiers: ['Control'] });
  const second = await byMouse;
  await second.getByRole('heading', { name: 'Bench power tools' }).waitFor();
  expect(await hashOf(page)).toBe('');
  const byWheel = app.waitForEvent('window');
  await link.click({ button: 'middle' });
  await (await byWheel).close();
  await goTo(page, '/guide/5/step/501');
  await page.getByRole('heading', { name: 'Know what is where' }).waitFor();
  await app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().endsWith('501'),
    );
    if (!window || window.isFocused()) return;
    const focused = new Promise((resolve) => void window.once('focus', () => resolve(undefined)));
    window.focus();
    await focused;
  });
  const byMenu = app.waitForEvent('window');
  await choose(app, 'Open in New Window');
  await (await byMenu).getByRole('heading', { name: 'Know what is where' }).waitFor();

  const said = await startAgain(app, data, 'benchside://search?q=drill');
  expect(said).toContain('this desk has a window already');
  await expect.poll(() => places(app)).toContain('#/search?q=drill');
  await startAgain(app, data, 'benchside://guide/5');
  await expect.poll(() => places(app)).toContain('#/guide/5');
  await startAgain(app, data, 'benchside://guide/5/../../settings');
  await startAgain(app, data, 'benchside://desk/api/2.0/guides/5');
  const notices = await Promise.all(
    app.windows().map((window) => window.getByText('This link leads nowhere in Benchside').count()),
  );
  expect(notices.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(app.windows()).toHaveLength(3);

  await app.evaluate(({ BrowserWindow }) => {
    const [one, two] = BrowserWindow.getAllWindows();
    one?.setBounds({ x: 60, y: 50, width: 1100, height: 720 });
    two?.setBounds({ x: 160, y: 90, width: 1200, height: 760 });
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const before = await layout(app);
  await first.close();
  const again = await launchDesk({ data });
  await expect.poll(() => layout(again.app)).toEqual(before);
  await again.close();
});

test('a window whose process dies returns to its place with a quiet notice; one that keeps dying says so', async () => {
  const hub = await startHub();
  const { app, page } = await launchDesk({ data: folder(), site: hub.url, env: trial });
  await untilSynced(page);
  await goTo(page, '/guide/5/step/501');
  await page.getByRole('heading', { name: 'Know what is where' }).waitFor();

  await crash(app);
  await expect.poll(() => textOf(app), { timeout: 20_000 }).toContain('Know what is where');
  await expect.poll(() => textOf(app)).toContain('This window stopped working and was opened again.');
  await capture(app, 'window-opened-again');
  expect(await places(app)).toEqual(['#/guide/5/step/501']);

  await crash(app);
  await expect.poll(() => textOf(app), { timeout: 20_000 }).toContain('Know what is where');
  await crash(app);
  await expect.poll(() => textOf(app), { timeout: 20_000 }).toContain('What you saved is safe');
  await capture(app, 'window-stopped');
  // The link gets the focus once the page is drawn, which is after it has its title.
  const pressEnter = async (): Promise<string[]> => {
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents?.getURL().includes('/stopped')) return;
      for (const type of ['keyDown', 'char', 'keyUp'] as const)
        contents.sendInputEvent({ type, keyCode: 'Enter' });
    });
    return addresses(app);
  };
  await expect.poll(pressEnter, { timeout: 20_000 }).toEqual(['benchside://desk/#/guide/5/step/501']);

  const asked = await app.evaluate(async ({ BrowserWindow, dialog }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const question = new Promise<string>((resolve) => {
      dialog.showMessageBox = ((_window: unknown, { message, buttons }: Electron.MessageBoxOptions) => {
        resolve(`${message}: ${buttons?.join(', ')}`);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      }) as typeof dialog.showMessageBox;
    });
    contents?.emit('unresponsive');
    return question;
  });
  expect(asked).toBe('This window is not responding: Wait, Reload');
});

test('after a kill the next start reports the unsent edits and keeps zoom and language', async () => {
  const hub = await startHub();
  const data = folder();
  const first = await launchDesk({ data, site: hub.url, env: trial });
  await untilSynced(first.page);
  await hub.stop();
  await change(first.page, 'PUT', '/user/favorites/guides/5');
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1.25),
  );
  await goTo(first.page, '/guide/5/step/501');
  await first.page.getByRole('heading', { name: 'Know what is where' }).waitFor();
  await expect
    .poll(
      () =>
        existsSync(join(data, 'window/windows.json')) &&
        readFileSync(join(data, 'window/windows.json'), 'utf8'),
    )
    .toContain('/guide/5');
  const gone = once(first.app.process(), 'exit');
  first.app.process().kill('SIGKILL');
  await gone;

  const { page, close } = await launchDesk({ data, env: trial });
  await page.getByRole('heading', { name: 'Know what is where' }).waitFor();
  const notice = page.getByText('Benchside was closed unexpectedly. Your windows are back.');
  await notice.waitFor();
  const title = await page.getByRole('heading', { name: 'Know what is where' }).boundingBox();
  expect((await notice.boundingBox())?.y, 'the notice is below the title').toBeGreaterThan(
    (title?.y ?? Infinity) + (title?.height ?? 0),
  );
  await screenshot(page, 'recovered');
  await close();
  const calm = await launchDesk({ data, env: trial });
  await calm.page.getByRole('heading', { name: 'Know what is where' }).waitFor();
  expect(await calm.page.getByText('closed unexpectedly').count()).toBe(0);
  const zoom = await calm.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  );
  expect(zoom).toBeCloseTo(1.25);
});

test('date fields follow the chosen language, and the region of the system in its language', async () => {
  const hub = await startHub();
  const env = { BENCHSIDE_TRIAL: `${lead.email}:${lead.password}` };
  const { page } = await launchDesk({ data: folder(), site: hub.url, env, parameters: ['--lang=en-GB'] });
  await untilSynced(page);
  await goTo(page, '/recorded-values/5');
  for (const [language, typed] of [
    ['auto', '24112026'],
    ['de', '24112026'],
    ['ja', '20261124'],
  ] as const) {
    await call(page, 'PATCH', '/benchside/settings', { language });
    await page.reload();
    const from = page.locator('input[type=date]').first();
    await from.focus();
    await page.keyboard.type(typed);
    await expect.poll(() => from.inputValue(), { message: language }).toBe('2026-11-24');
    await from.fill('');
  }
});

test('data of a newer version is refused, with a button to restore the copy from before the update', async () => {
  const hub = await startHub();
  const data = folder();
  const first = await launchDesk({ data, site: hub.url, env: trial });
  await untilSynced(first.page);
  await first.close();
  prepareUpdate(data, { from: '0.0.1', to: '99.0.0', program: null });
  beginTrial(data, '99.0.0')?.confirm();
  const database = new Database(join(data, 'benchside.sqlite'));
  database.pragma('user_version = 999');
  database.close();

  const { page } = await launchDesk({ data, env: trial });
  await page.getByText('written by a newer version of Benchside').waitFor();
  await screenshot(page, 'data-newer');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore the backup' }).click();
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await page.getByText('Version 99.0.0 did not work on this computer.').waitFor();
  await untilSynced(page);
});

test('settings of the program: its start with the system, and notices that open their places', async () => {
  const hub = await startHub();
  const config = folder();
  // They apply to the whole machine.
  const env = { BENCHSIDE_TRIAL: `${lead.email}:${lead.password}`, XDG_CONFIG_HOME: config };
  const start = { data: folder(), site: hub.url, env };
  const first = await launchDesk(start);
  await untilSynced(first.page);
  // The end of a first sync has a notice of its own.
  await first.app.close();
  const { app, page, errors } = await launchDesk(start);
  await untilSynced(page);
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    Reflect.set(globalThis, 'shownNotices', shown);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this.title);
      this.emit('click');
    };
  });

  await goTo(page, '/settings');
  await page.getByRole('heading', { name: 'Program' }).scrollIntoViewIfNeeded();
  await page
    .getByRole('radiogroup', { name: 'Start with the system' })
    .getByRole('radio', { name: 'On', exact: true })
    .click();
  const autostart = join(config, 'autostart/benchside.desktop');
  await expect.poll(() => existsSync(autostart)).toBe(true);
  expect(readFileSync(autostart, 'utf8')).toMatch(/^Exec="[^"]+electron" "[^"]+"/m);
  await page
    .getByRole('radiogroup', { name: 'Updates' })
    .getByRole('radio', { name: 'From the hub', exact: true })
    .click();
  await page.getByText('This is not an installed program.').waitFor();
  await screenshot(page, 'settings-program');
  expect(await axeFindings(page)).toEqual([]);
  await page
    .getByRole('radiogroup', { name: 'Start with the system' })
    .getByRole('radio', { name: 'Off', exact: true })
    .click();
  await expect.poll(() => existsSync(autostart)).toBe(false);

  await makeConflict(page, hub.url);
  const shown = (): Promise<string[]> =>
    app.evaluate(() => Reflect.get(globalThis, 'shownNotices') as string[]);
  await expect.poll(shown, { timeout: 40_000 }).toEqual(['Conflict to resolve']);
  await expect.poll(() => places(app)).toEqual(['#/conflicts']);
  expect(errors).toEqual([]);
});

const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

/** Playwright cannot follow a page whose process has died; the main process can. */
const addresses = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  );

const places = async (app: ElectronApplication): Promise<string[]> =>
  (await addresses(app)).map((address) => new URL(address).hash);

const textOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const text: unknown = await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      'document.body?.innerText ?? ""',
    );
    return String(text);
  });

async function capture(app: ElectronApplication, name: string): Promise<void> {
  const png = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  mkdirSync(join(root, 'test-output/screens'), { recursive: true });
  writeFileSync(join(root, 'test-output/screens', `${name}.png`), Buffer.from(png, 'base64'));
}

const crash = (app: ElectronApplication): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }) =>
      new Promise((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-start-loading', () => resolve());
        contents?.forcefullyCrashRenderer();
      }),
  );

/** Sorted, because the order of creation does not matter. */
const layout = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => {
        const { width, height } = window.getBounds();
        return `${width} × ${height} ${new URL(window.webContents.getURL()).hash}`;
      })
      .toSorted(),
  );

/** @returns the output of the second program */
async function startAgain(app: ElectronApplication, data: string, link: string): Promise<string> {
  const electron = await app.evaluate(({ app }) => app.getPath('exe'));
  const second = spawn(electron, [root, '--no-sandbox', '--disable-gpu', '--data', data, link], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  return said;
}

/** Edits the newest version of a guide as the person at the window. */
const change = (page: Page, method: string, path: string, body?: object): Promise<void> =>
  page.evaluate(
    async ([method, path, body]) => {
      const isGuide = path.startsWith('/guides/');
      const { revisionid } = isGuide ? await (await fetch(`/api/2.0${path}?unpatrolled`)).json() : {};
      const answer = await fetch(`/api/2.0${path}${isGuide ? `?revisionid=${revisionid}` : ''}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body ? { body } : {}),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

/** Repeats until no sync of the desk has interfered. */
async function makeConflict(page: Page, hub: string): Promise<void> {
  const parked = (): Promise<number> =>
    page.evaluate(async () => (await (await fetch('/api/2.0/benchside/sync')).json()).journal.parked);
  for (let attempt = 1; (await parked()) === 0; attempt += 1) {
    if (attempt > 5) throw new Error('the desk is never at rest');
    await renameOnHub(hub, `Renamed there ${attempt}`);
    try {
      await change(page, 'PATCH', '/guides/5', { title: `Renamed here ${attempt}` });
    } catch (error) {
      if (!String(error).includes('409')) throw error;
      continue;
    }
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const { phase, journal } = await (await fetch('/api/2.0/benchside/sync')).json();
            return phase === 'idle' && journal.pending + journal.sending === 0;
          }),
        { timeout: 60_000 },
      )
      .toBe(true);
  }
}

async function renameOnHub(url: string, title: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const credentials = JSON.stringify({ email: 'maren@example.org', password: 'bench-sample-admin' });
  const signedIn = await fetch(`${url}/user/token`, { method: 'POST', headers, body: credentials });
  const { authToken }: { authToken: string } = await signedIn.json();
  const authorized = { ...headers, Authorization: `api ${authToken}` };
  const { revisionid }: { revisionid: number } = await (
    await fetch(`${url}/guides/5?unpatrolled`, { headers: authorized })
  ).json();
  const renamed = await fetch(`${url}/guides/5?revisionid=${revisionid}`, {
    method: 'PATCH',
    headers: authorized,
    body: JSON.stringify({ title }),
  });
  expect(renamed.status).toBe(200);
}
