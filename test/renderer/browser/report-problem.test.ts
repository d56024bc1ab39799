import type { Locator } from 'playwright';
import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('a reader reports problems at the end of a guide, authors see them, and the reader can withdraw them', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  made.who = 'other';
  await made.open(`/guide/${world.guideid}/finished`);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const sheet = page.getByRole('dialog', { name: 'What is wrong with this guide?' });
  expect(await sheet.getByRole('button', { name: 'Report', exact: true }).isDisabled()).toBe(true);
  await sheet.getByRole('checkbox', { name: 'Wrong tools' }).check();
  await sheet.getByRole('checkbox', { name: 'Missing pictures' }).check();
  expect(await sheet.getByRole('checkbox', { name: 'Archived' }).count()).toBe(0);
  expect(await axeFindings(page, 'report')).toEqual([]);
  await whenStill(page);
  // No part of the list shows below the button, and the list begins where the title does.
  const report = sheet.getByRole('button', { name: 'Report', exact: true });
  const foot = await report.locator('xpath=..').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBe(page.viewportSize()?.height);
  const x = async (one: Locator): Promise<number | undefined> => (await one.boundingBox())?.x;
  expect(await x(sheet.getByText('Authors see it'))).toBe(await x(sheet.getByRole('heading')));
  await report.click();
  await page.getByText('The problem is reported').waitFor();
  const flagsOf = async () =>
    (await world.json<Guide>('author', `GET /guides/${world.guideid}`)).flags.map(({ flagid }) => flagid);
  expect(await flagsOf()).toEqual(['GUIDE_INCORRECT_TOOLS', 'GUIDE_MISSING_IMAGES']);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await sheet.getByRole('checkbox', { name: 'Missing steps' }).waitFor();
  expect(await sheet.getByRole('checkbox', { name: 'Wrong tools' }).count()).toBe(0);

  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Report a problem' }).click();
  await sheet.getByRole('checkbox', { name: 'Missing steps' }).check();
  await sheet.getByRole('checkbox', { name: 'Poor pictures' }).check();
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('The problem is reported').waitFor();
  await world.json('author', `PUT /benchside/guides/${world.guideid}/flags/GUIDE_MISSING_STEPS`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Your report is withdrawn. The flag stays, because others set it too.').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(await flagsOf()).toEqual(['GUIDE_INCORRECT_TOOLS', 'GUIDE_MISSING_IMAGES', 'GUIDE_MISSING_STEPS']);

  await page.getByRole('button', { name: 'Report a problem' }).click();
  await sheet.getByRole('checkbox', { name: 'Poor pictures' }).check();
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Your report is withdrawn', { exact: true }).waitFor();
  expect(await axeFindings(page, 'withdrawn')).toEqual([]);
  expect(await flagsOf()).toEqual(['GUIDE_INCORRECT_TOOLS', 'GUIDE_MISSING_IMAGES', 'GUIDE_MISSING_STEPS']);

  made.who = null;
  await made.open(`/guide/${world.guideid}/finished`);
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  expect(await page.getByRole('button', { name: 'Report a problem' }).count()).toBe(0);
});
