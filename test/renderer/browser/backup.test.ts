import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { lastBackupName } from '../../../app/backup/hub-backup.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { password, startAdminHub } from '../helpers/admin-hub.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

const built = builtPage();

it('an admin makes a backup with the password, downloads it, and reads how to restore it', async () => {
  const hub = await startAdminHub(built.folder);
  onTestFinished(() => hub[Symbol.asyncDispose]());
  const { page, context } = await watchedPage(built.browser, { locale: 'en-GB', acceptDownloads: true });
  onTestFinished(() => context.close());
  const signIn = async (name: string): Promise<void> => {
    await page.goto(`${hub.url}#/sign-in`);
    await page.getByLabel('Email address').fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Email address').waitFor({ state: 'detached' });
  };
  await signIn('Ines');
  await page.goto(`${hub.url}#/admin/backup`);
  await page.getByText('Only admins back up the hub.').waitFor();
  expect(await page.getByRole('link', { name: 'Backup', exact: true }).count()).toBe(0);

  await signIn('Ada');
  await page.goto(`${hub.url}#/admin`);
  await page.getByRole('link', { name: 'Backup', exact: true }).click();
  await page.getByText('No backup of this hub was made yet.').waitFor();
  await page.getByText('benchside restore FILE --data FOLDER --replace').waitFor();
  await page.getByText('benchside backup FILE --data FOLDER').waitFor();
  expect(await axeFindings(page, 'backup')).toEqual([]);
  const make = page.getByRole('button', { name: 'Make a backup now' });
  await make.click();
  await page.getByText('Enter your password.').waitFor();
  await page.getByLabel('Your password').fill('not this one');
  await make.click();
  await page.getByText('This is not your current password.').waitFor();
  await page.getByLabel('Your password').fill(password);
  await make.click();
  await page.getByText('The backup is ready').waitFor({ timeout: 60_000 });
  expect(await axeFindings(page, 'ready')).toEqual([]);
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the backup' }).click();
  const file = await (await loading).path();
  expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
  await page.getByRole('button', { name: 'Delete it from the hub' }).click();
  await page.getByText('The backup is ready').waitFor({ state: 'detached' });
  await page.getByText(/^The last backup was made/).waitFor();

  // A note that cannot be read hides nothing else.
  writeFileSync(join(hub.core.dataDir, lastBackupName), 'x');
  await page.reload();
  await page.getByText('No backup of this hub was made yet.').waitFor();
});
