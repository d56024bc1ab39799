import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import { focused, reach } from './focus.ts';
import { call, folder, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import { formFields, technician } from './workshop.ts';

const guideid = 5;
const stepid = 501;
const title = 'Cordless Drill Trigger Switch Replacement';

test('a guide is found, a job is done, and the guide edited, with nothing but the keyboard', async () => {
  const hub = await startHub();
  const { page, errors } = await launchDesk({ data: folder(), site: hub.url });
  const { keyboard } = page;
  await untilSynced(page);

  await keyboard.press('/');
  await keyboard.type('triger swich');
  await page.getByRole('link', { name: new RegExp(title) }).waitFor();
  await keyboard.press('ArrowDown');
  await reach(page, page.getByRole('main').getByRole('link', { name: new RegExp(title) }), 'ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();

  await keyboard.press('Control+k');
  await keyboard.type('sign in');
  await palette(page).getByRole('button', { name: 'Sign in' }).waitFor();
  await keyboard.press('Enter');
  await focused(page.getByLabel('Email address'));
  await keyboard.type(technician.email);
  await keyboard.press('Tab');
  await keyboard.type(technician.password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();

  await call(page, 'POST', `/step_forms/${stepid}`, { fields: formFields });
  await keyboard.press('w');
  await focused(page.getByLabel('Work order number'));
  await keyboard.type('WO-88');
  await keyboard.press('Enter');
  await page
    .getByText(/^Step 1 of \d+/)
    .first()
    .waitFor();
  const serial = page.getByLabel('Serial number');
  await walk(page, () => serial.isVisible());
  await reach(page, serial);
  await keyboard.type('SN-9');
  await reach(page, page.getByRole('radio', { name: 'I', exact: true }));
  await keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: 'II', exact: true }).isChecked()).toBe(true);
  await reach(page, page.getByLabel('Cord without damage'));
  await keyboard.press('Space');
  await reach(page, page.getByRole('button', { name: 'Pause' }), 'Shift+Tab');
  await keyboard.press('p');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await keyboard.press('p');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const finish = page.getByRole('button', { name: 'Finish the job', exact: true });
  await walk(page, () => finish.isVisible());
  await reach(page, finish);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Job finished' }).waitFor();
  await page.getByText('SN-9').waitFor();
  await shown(page, 'work-finished-by-keyboard');

  await page.keyboard.press('Control+k');
  await keyboard.type(title);
  await palette(page)
    .getByRole('button', { name: new RegExp(title) })
    .waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await reach(page, page.getByRole('link', { name: 'Edit', exact: true }));
  await keyboard.press('Enter');
  await reach(page, page.getByRole('textbox', { name: 'Title', exact: true }));
  await keyboard.press('End');
  await keyboard.type(' in 30 Minutes');
  await page.getByText('All saved on this desk').first().waitFor();
  await keyboard.press('Control+Enter');
  await expect.poll(() => page.locator('textarea:focus').count()).toBe(1);
  await keyboard.type('Sweep the bench');
  await expect
    .poll(async () => JSON.stringify(await call(page, 'GET', `/guides/${guideid}?unpatrolled`)))
    .toContain('Sweep the bench');
  expect(errors).toEqual([]);
});

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

/** Goes on by the right arrow until the page shows it. */
async function walk(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    const before = await place(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => place(page)).not.toBe(before);
  }
}

const place = (page: Page): Promise<string> => page.evaluate(() => location.hash);
