import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { version } from '../../app/version.ts';
import { environment, folder, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { cli } from './workshop.ts';

const root = join(import.meta.dirname, '../..');

test('a second start shows the open window and ends', async () => {
  const data = folder();
  const { app, page } = await launchDesk({ data });
  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());

  const electron = await app.evaluate(({ app }) => app.getPath('exe'));
  const second = spawn(electron, [root, '--no-sandbox', '--disable-gpu', '--data', data], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = await once(second, 'exit');

  expect(code).toBe(0);
  expect(said).toContain('this desk has a window already');
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
      ),
    )
    .toEqual([false]);
});

test('compiled code is kept for the next start, and that of another version is removed', async () => {
  const userData = folder();
  const compiled = join(userData, 'compiled');
  mkdirSync(join(compiled, '0.0.1'), { recursive: true });
  const { page } = await launchDesk({ data: folder(), parameters: [`--user-data-dir=${userData}`] });
  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  await expect.poll(() => readdirSync(compiled)).toEqual([version]);
  const count = (): number => readdirSync(join(compiled, version), { recursive: true }).length;
  await expect.poll(count).toBeGreaterThan(10);
});

test('a data folder in use is reported with the pid of the other program, and opens when that has ended', async () => {
  const hub = await startHub();
  const data = folder();
  const other = spawn(process.execPath, [cli, 'desk', '--data', data, '--site', hub.url], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(other, 'exit');
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');

  const { page } = await launchDesk({ data, site: hub.url });
  await page.getByRole('heading', { name: 'Your data could not be opened' }).waitFor();
  expect(await page.getByRole('alert').innerText()).toContain(`pid ${other.pid}`);
  await shown(page, 'data-in-use');

  other.kill('SIGTERM');
  await exited;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await untilSynced(page);
});

test("the menu reaches the page, and the window's place is kept", async () => {
  const hub = await startHub();
  const data = folder();
  const first = await launchDesk({ data, site: hub.url });
  await untilSynced(first.page);
  const choose = (label: string): Promise<void> =>
    first.app.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      items.find((item) => item.label === wanted)?.click(undefined, BrowserWindow.getAllWindows()[0]);
    }, label);

  await choose('Sync Now');
  await first.page.getByRole('heading', { name: 'On this desk', exact: true }).waitFor();
  await choose('Settings');
  await first.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await choose('Back');
  await first.page.getByRole('heading', { name: 'On this desk', exact: true }).waitFor();
  await choose('Search');
  await expect
    .poll(() => first.page.evaluate(() => document.activeElement?.getAttribute('type')))
    .toBe('search');

  const bounds = { x: 120, y: 90, width: 1100, height: 760 };
  await first.app.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
    bounds,
  );
  await first.close();
  const second = await launchDesk({ data });
  const size = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(size).toMatchObject({ width: 1100, height: 760 });
});
