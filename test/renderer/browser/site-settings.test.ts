import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';

import type { SiteState } from '../../../shared/model/site.ts';
import { axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { password, startAdminHub } from '../helpers/admin-hub.ts';
import type { AdminHub } from '../helpers/admin-hub.ts';
import { lowTargets, watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

const built = builtPage();

interface Seat {
  hub: AdminHub;
  page: Page;
  complaints: string[];
}

/** Opens the settings of a new hub as one of its people. */
async function openSettings(name: string): Promise<Seat> {
  const hub = await startAdminHub(built.folder);
  onTestFinished(() => hub[Symbol.asyncDispose]());
  const { page, context, complaints } = await watchedPage(built.browser, { locale: 'en-GB' });
  onTestFinished(() => context.close());
  await page.goto(`${hub.url}#/sign-in`);
  await page.getByLabel('Email address').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
  await page.goto(`${hub.url}#/admin/site`);
  return { hub, page, complaints };
}

const stored = ({ hub }: Seat): Promise<SiteState> =>
  hub.core.json('GET /benchside/site', { token: hub.ada.token });

it('an admin changes each setting of the site, and the hub has exactly these changes', async () => {
  const seat = await openSettings('Ada');
  const { page, complaints } = seat;
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await field('Name').waitFor();
  expect(await axeFindingsInBothSchemes(page, 'site')).toEqual([]);
  expect(await lowTargets(page, 'main button, main input:not([type=checkbox], [type=radio])')).toEqual([]);
  const border = (group: Element): string => getComputedStyle(group).borderStyle;
  expect(await page.getByRole('group', { name: 'Types of guides' }).evaluate(border)).toBe('none');
  const before = await stored(seat);
  expect(await save.isDisabled()).toBe(true);

  await field('Name').fill('South Workshop');
  await page.getByText('Changes are not saved yet.').waitFor();
  await field('Name').fill(before.name);
  await page.getByText('Changes are not saved yet.').waitFor({ state: 'detached' });

  await field('Name').fill('South Workshop');
  await page.getByRole('radio', { name: 'People with an account' }).click({ force: true });
  await page.getByRole('radio', { name: 'Everyone for themselves' }).click({ force: true });
  await field('Known applications').fill('bench-app, till');
  await field('First language').fill('de');
  await field('Further languages').fill('en, pt-br');
  await page.getByLabel('Teardown').uncheck();
  await field('Days without contact').fill('14');
  await page.getByLabel('Mail server').fill('smtp://bench:secret@127.0.0.1:1');
  await field('Sender').fill('bench@example.org');
  await save.click();
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  const after = await stored(seat);
  expect(after).toEqual({
    ...before,
    name: 'South Workshop',
    private: true,
    publicRegistration: true,
    appids: ['bench-app', 'till'],
    langid: 'de',
    langids: ['de', 'en', 'pt-br'],
    guideTypes: before.guideTypes.filter((type) => type !== 'teardown'),
    offlineDays: 14,
    smtpUrl: expect.stringContaining('127.0.0.1:1'),
    mailFrom: 'bench@example.org',
  });
  expect(after.smtpUrl).not.toContain('secret');
  await page.getByText('Mails go out through').waitFor();
  await page.getByRole('banner').getByText('South Workshop').waitFor();

  await page.getByRole('button', { name: 'Remove the mail server' }).click();
  await page.getByText('No mail server is set').waitFor();
  expect(await stored(seat)).toMatchObject({ smtpUrl: null, name: 'South Workshop', offlineDays: 14 });
  expect(complaints).toEqual([]);
});

it('settings that are wrong are explained at their fields, by the page or by the hub, and nothing is saved', async () => {
  const seat = await openSettings('Ada');
  const { page } = seat;
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await field('Name').waitFor();
  const before = await stored(seat);
  const problemOf = async (name: string): Promise<string> => {
    const ids = (await field(name).getAttribute('aria-describedby')) ?? '';
    const texts = await Promise.all(
      ids
        .split(' ')
        .filter((id) => id.endsWith('-error'))
        .map((id) => page.locator(`[id="${id}"]`).innerText()),
    );
    return texts.join();
  };

  await field('Name').fill('');
  await field('Days without contact').fill('0');
  expect(await problemOf('Name')).toBe('Required.');
  expect(await problemOf('Days without contact')).toMatch(/^A number of days from 1 to \d+\.$/);
  const types = page.getByRole('group', { name: 'Types of guides' }).getByRole('checkbox');
  for (let n = await types.count(); n > 0; n -= 1) await types.nth(n - 1).uncheck();
  await page.getByRole('alert').getByText('Required.').waitFor();
  await save.click();
  expect(await axeFindingsInBothSchemes(page, 'wrong')).toEqual([]);
  expect(await stored(seat)).toEqual(before);

  await page.reload();
  await field('Further languages').fill('de, klingon!');
  await save.click();
  await expect.poll(() => problemOf('Further languages')).not.toBe('');
  expect(await stored(seat)).toEqual(before);
});

it('the settings of the site are for admins alone', async () => {
  const { page } = await openSettings('Ines');
  await page.getByText('Settings of the hub are for admins.').waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
});
