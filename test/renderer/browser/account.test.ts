import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { User } from '../../../shared/model/user.ts';
import { axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { password, startAdminHub } from '../helpers/admin-hub.ts';
import type { AdminHub } from '../helpers/admin-hub.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The built page in a real browser, served by a real hub over HTTP. */
const built = builtPage();
let hub: AdminHub;

beforeAll(async () => {
  hub = await startAdminHub(built.folder);
}, 120_000);

afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
});

async function signIn(page: Page, name: string, word = password): Promise<void> {
  await page.goto(`${hub.url}#/sign-in`);
  await page.getByLabel('Email address').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
}

test('a technician changes their name and password, and signs out everywhere', async () => {
  const { context, page } = await watchedPage(built.browser, { colorScheme: 'light' });
  await signIn(page, 'Kofi');
  await page.getByRole('button', { name: 'Your account and settings' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  expect(await axeFindingsInBothSchemes(page, 'account')).toEqual([]);

  await page.getByLabel('Name').fill('Kofi Mensah');
  await page.getByLabel('About you').fill('Pumps and gearboxes.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  expect(await hub.core.json<User>('GET /user', { token: hub.kofi.token })).toMatchObject({
    username: 'Kofi Mensah',
    about_raw: 'Pumps and gearboxes.',
  });

  const fill = async (current: string, next: string): Promise<void> => {
    await page.getByLabel('Email address of your account').fill('Kofi@example.org');
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(password, 'short');
  await page.getByText('The new password must have at least 10 characters.').waitFor();
  await fill('not the right password', 'another long enough word');
  await page.getByText('This is not your current password.').waitFor();
  await fill(password, 'another long enough word');
  await page.getByText('Your new password is set.').waitFor();
  await hub.core.json('GET /user', { token: hub.kofi.token, expect: 401 });
  await page.reload();
  await page.getByRole('heading', { name: 'Password' }).waitFor();

  const other = await watchedPage(built.browser, {});
  await signIn(other.page, 'Kofi', 'another long enough word');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('Nobody is signed in here.').waitFor();
  await other.page.goto(`${hub.url}#/account`);
  await other.page.reload();
  await other.page.getByText('Nobody is signed in here.').waitFor();
  await Promise.all([context.close(), other.context.close()]);
});

/** Returns the token of the newest mail that waits on the hub; empty if there is none. */
function mailedToken(): string {
  const folder = join(hub.core.dataDir, 'mail');
  const mails = existsSync(folder) ? readdirSync(folder) : [];
  const newest = mails
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .at(-1);
  const text = newest === undefined ? '' : readFileSync(join(folder, newest), 'utf8');
  return /token=(?:3D)?([\w-]+)/.exec(text.replaceAll('=\r\n', ''))?.[1] ?? '';
}

test('who forgot the password asks for a link where they sign in, and signs in with the password that it sets', async () => {
  const { context, page, complaints } = await watchedPage(built.browser, { colorScheme: 'light' });
  await page.goto(`${hub.url}#/sign-in`);
  const email = page.getByLabel('Email address');
  await email.fill('Tomas@example.org');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' });
  const address = dialog.getByLabel('Email address');
  expect(await address.inputValue()).toBe('Tomas@example.org');
  expect(await axeFindingsInBothSchemes(page, 'forgot')).toEqual([]);

  await address.fill(' ');
  await page.keyboard.press('Enter');
  await dialog.getByText('Type your email address.').waitFor();
  await address.fill('Tomas');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByText('a link is on its way').count()).toBe(0);
  await address.fill('nobody@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('If nobody@example.org has an account, a link is on its way to it.').waitFor();
  expect(mailedToken()).toBe('');
  await address.fill('Tomas@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('If Tomas@example.org has an account, a link is on its way to it.').waitFor();
  await expect.poll(mailedToken).not.toBe('');
  await page.keyboard.press('Escape');
  expect(await email.inputValue()).toBe('Tomas@example.org');

  const ofLink = await context.newPage();
  await ofLink.goto(`${hub.url}reset-password?token=${mailedToken()}`);
  await ofLink.getByLabel('New password for Tomas').fill('remembered from now on');
  await ofLink.getByRole('button').click();
  await ofLink.getByRole('heading', { name: 'Your new password is set' }).waitFor();
  await signIn(page, 'Tomas', 'remembered from now on');
  expect(complaints).toEqual([]);
  await context.close();
});
