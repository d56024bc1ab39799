import { expect, test } from 'vitest';

import { choose, folder, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';

test('the manual opens from the menu without a site and without a network, in one window', async () => {
  const { app, page, errors } = await launchDesk({ data: folder() });
  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  const opened = app.waitForEvent('window');
  await choose(app, 'Manual');
  const manual = await opened;
  await manual.getByRole('heading', { name: 'Welcome' }).waitFor();
  expect(manual.url()).toBe('benchside://desk/manual/en/index.html');
  await manual.getByRole('main').getByRole('link', { name: 'Set up a hub' }).click();
  await manual.getByRole('heading', { name: 'Connect a desk' }).waitFor();
  await shown(manual, 'manual');
  await choose(app, 'Licenses of Other Software');
  await manual.getByRole('cell', { name: 'electron', exact: true }).waitFor();
  expect(app.windows()).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('help opens shortcuts, the diagnostic file and the manual, also from the account menu', async () => {
  const hub = await startHub();
  const env = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
  const { app, page } = await launchDesk({ data: folder(), site: hub.url, env });
  await untilSynced(page);
  await choose(app, 'Keyboard Shortcuts');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await choose(app, 'Diagnostics');
  const save = page.getByRole('button', { name: 'Save the diagnostic file' });
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
  const opened = app.waitForEvent('window');
  await page.getByRole('button', { name: 'Your account and settings' }).click();
  await page.getByRole('menuitem', { name: 'Manual' }).click();
  const manual = await opened;
  await manual.getByRole('heading', { name: 'Welcome' }).waitFor();
  // The desk's window stays at its place, and a second page of the manual replaces the first.
  await page.getByRole('button', { name: 'Your account and settings' }).click();
  await page.getByRole('menuitem', { name: 'Manual' }).click();
  await expect.poll(() => app.windows().length).toBe(2);
});
