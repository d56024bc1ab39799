import { expect, it, onTestFinished } from 'vitest';

import { myfixit } from '../../helpers/myfixit.ts';
import { password, startAdminHub } from '../helpers/admin-hub.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

const built = builtPage();

it('an admin imports guides with their pictures, and reads which pictures could not be had', async () => {
  const hub = await startAdminHub(built.folder);
  onTestFinished(() => hub[Symbol.asyncDispose]());
  const { page, context, complaints } = await watchedPage(built.browser, { locale: 'en-GB' });
  onTestFinished(() => context.close());
  await page.goto(`${hub.url}#/sign-in`);
  await page.getByLabel('Email address').fill('Ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
  await page.goto(`${hub.url}#/admin/site`);

  const file = (id: number) => ({
    name: 'pumps.jsonl',
    mimeType: 'application/json',
    // Nothing answers there, and a hub asks no address of its own network.
    buffer: Buffer.from(
      JSON.stringify(myfixit(id)).replaceAll('https://example.org/igi', 'http://127.0.0.1:1/igi'),
    ),
  });
  const picker = page.getByLabel('Choose a file', { exact: true }).and(page.locator('input'));
  expect(await page.getByLabel('Fetch the pictures').isChecked()).toBe(true);
  await picker.setInputFiles(file(901));
  await page.getByText('0 of 3 pictures are here now').waitFor();
  await page.getByText(/^\d+ notes?$|^One note$/).click();
  await page
    .getByText(/keeps? (?:its|their) address/)
    .first()
    .waitFor();

  await page.getByLabel('Fetch the pictures').uncheck();
  await picker.setInputFiles(file(902));
  await page.getByText('0 of 3 pictures are here now').waitFor({ state: 'detached' });
  await page.getByText('1 guide imported').waitFor();
  expect(complaints).toEqual([]);
});
