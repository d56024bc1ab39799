import { expect, test } from 'vitest';

import { folder, goTo, initials, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';

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
