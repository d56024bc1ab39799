import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  folder,
  goTo,
  initials,
  launchDesk,
  serveHub,
  shown,
  startHub,
  untilPicturesDecoded,
  untilSynced,
} from './helpers.ts';
import { cli, copyWorkshop, technician } from './workshop.ts';

test('a desk without a site asks for one, explains what is wrong, and keeps valid input', async () => {
  const hub = await startHub();
  const data = folder();
  const { page, close, errors } = await launchDesk({ data });
  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  await shown(page, 'connect');
  const connect = async (site: string, email: string, password: string): Promise<void> => {
    await page.getByLabel('Address of the hub').fill(site);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Connect' }).click();
  };
  const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words }).waitFor();

  await connect('127.0.0.1:9', technician.email, technician.password);
  await alert(/127\.0\.0\.1:9 cannot be reached/);
  await connect('what is this', technician.email, technician.password);
  await alert(/is not an address/);
  await connect(new URL(hub.url).host, technician.email, 'a wrong password');
  await alert(/Email address or password is not right/);
  expect(await page.getByLabel('Email address').inputValue()).toBe(technician.email);
  await shown(page, 'connect-refused');

  await connect(new URL(hub.url).host, technician.email, technician.password);
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await untilSynced(page);
  await page.getByRole('button', { name: 'Your account and settings' }).click();
  await page.getByText(technician.name).first().waitFor();
  expect(errors).toEqual([]);
  await close();

  const again = await launchDesk({ data });
  await again.page.getByRole('heading', { name: 'Categories' }).waitFor();
});

test('a desk without a site and without a network begins with a bundle from a stick', async () => {
  const hubData = join(folder(), 'hub');
  copyWorkshop(hubData);
  // A hub makes its key when it starts.
  await (await serveHub(hubData)).stop();
  const file = join(folder(), 'workshop.bundle');
  const made = spawnSync(process.execPath, [cli, 'bundle', 'export', file, '--data', hubData]);
  expect([made.status, String(made.stderr)]).toEqual([0, '']);
  const data = folder();
  const { app, page, close, errors } = await launchDesk({ data });
  const choose = async (filePaths: string[]): Promise<void> => {
    await app.evaluate(({ dialog }, given) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: given.length === 0, filePaths: given });
    }, filePaths);
    await page.getByRole('button', { name: 'Choose a bundle' }).click();
  };
  await page.getByLabel('Name of this desk').fill('Bench 3');
  await choose([]);
  await page.getByRole('heading', { name: 'No network here?' }).waitFor();
  expect(await page.getByLabel('Name of this desk').inputValue()).toBe('Bench 3');
  await choose([file]);
  await page.getByRole('alert').filter({ hasText: 'does not say where the hub' }).waitFor();
  await page.getByLabel('Address of the hub').fill('127.0.0.1:9');
  await choose([file]);
  await page.getByText(/^Imported: /).waitFor();
  await shown(page, 'begun-with-a-bundle');
  await goTo(page, '/');
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await untilPicturesDecoded(page, 'main');
  expect(errors).toEqual([]);
  await close();

  const again = await launchDesk({ data });
  await again.page.getByRole('heading', { name: 'Categories' }).waitFor();
});

test('the window explains a wrong password and an unreachable hub, and a known person needs no hub', async () => {
  const hub = await startHub();
  const { page } = await launchDesk({ data: folder(), site: hub.url });
  await untilSynced(page);
  const signIn = async (email: string, password: string): Promise<void> => {
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Your account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect.poll(() => initials(page)).toBe('');
  };

  await goTo(page, '/sign-in');
  await signIn(technician.email, 'a wrong password');
  await page.getByText('Email address or password is not right').waitFor();
  await shown(page, 'sign-in-refused');
  await signIn(technician.email, technician.password);
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await expect.poll(() => initials(page)).toBe('TB');
  await signOut();

  await hub.stop();
  await goTo(page, '/sign-in');
  await signIn('ines@example.org', 'bench-sample-tech2');
  await page.getByText('The hub cannot be reached now').waitFor();
  await shown(page, 'sign-in-offline');
  await signIn(technician.email, technician.password);
  await expect.poll(() => initials(page)).toBe('TB');
});
