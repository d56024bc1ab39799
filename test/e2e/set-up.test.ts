import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { withHubPage } from '../../app/http/hub-session.ts';
import { listen } from '../../app/http/node.ts';
import { axeFindings } from '../helpers/axe.ts';
import { testCore } from '../helpers/core.ts';
import { openBrowser, watchedPage } from '../renderer/helpers/browser.ts';

const renderer = join(import.meta.dirname, '../../dist/renderer');

test('a new hub is set up in a browser by keyboard: account, sample, desks; then set-up is closed', async () => {
  await using core = testCore({}, { origin: () => 'http://192.0.2.7:4810' });
  const code = core.ctx.setUp.code ?? '';
  const server = await listen(withHubPage(core, renderer), { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { page, complaints } = await watchedPage(browser);

  await page.goto(`${server.origin}/`);
  await page.getByLabel('Set-up code').waitFor();
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect.poll(() => page.getByText('Required.').count()).toBe(5);
  expect(await axeFindings(page, 'set-up')).toEqual([]);

  await page.goto(`${server.origin}/#/set-up?code=${code}`);
  await page.reload();
  await page.getByLabel('Your name').waitFor();
  expect(await page.getByLabel('Set-up code').count()).toBe(0);
  for (const text of ['Maren Holt', 'maren@example.org', 'a long enough password']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByLabel('Name of the workshop').fill('Pump works');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pump works is ready' }).waitFor();
  expect(page.url()).not.toContain(code);
  await page.getByText('http://192.0.2.7:4810').waitFor();
  expect(await axeFindings(page, 'ready')).toEqual([]);

  await page.getByRole('button', { name: 'Load the sample workshop' }).click();
  await page.getByText('25 guides imported').waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Go to the workshop' }).click();
  await page.getByRole('heading', { name: 'Categories' }).waitFor();

  const stranger = (await watchedPage(browser)).page;
  await stranger.goto(`${server.origin}/#/set-up?code=${code}`);
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});
