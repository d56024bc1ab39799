import { expect, it } from 'vitest';

import type { Assignment } from '../../../shared/model/assignment.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('a lead assigns work, the person starts it with one tap, and the floor shows both', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  await made.open('/floor');
  await page.getByText('Nobody is at work, and no work is assigned.').waitFor();
  await page.getByRole('button', { name: 'Assign work' }).click();
  const order = page.getByLabel('Work order number');
  expect(await order.evaluate((field) => field === document.activeElement)).toBe(true);
  const title = page.getByRole('heading', { name: 'Assign work' });
  await whenStill(page);
  expect((await order.boundingBox())?.x).toBe((await title.boundingBox())?.x);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Enter a work order number.').waitFor();
  await page.getByText('Choose a guide from the suggestions.').waitFor();
  await page.getByText('Choose a person or a bench.').waitFor();
  await order.fill('WO-7');
  await page.getByRole('combobox', { name: 'Guide' }).fill('Mend');
  await page.getByRole('option', { name: /Mend the pump/ }).click();
  await page.getByRole('combobox', { name: 'Person' }).fill('oth');
  await page.getByRole('option', { name: 'other' }).click();
  await page.getByLabel('Due').fill('2026-01-31');
  await page.getByLabel('Note').fill('Call first');
  expect(await axeFindings(page, 'assign')).toEqual([]);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('heading', { name: 'Assigned, not started' }).waitFor();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  expect(await axeFindings(page, 'floor')).toEqual([]);

  made.who = 'owner';
  await made.open('/floor');
  await page.getByText('The floor is for authors and admins.').waitFor();
  await made.open('/');
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  expect(await page.getByRole('heading', { name: /^Assigned to you/ }).count()).toBe(0);

  made.who = 'other';
  await made.open('/');
  await page.getByRole('heading', { name: 'Assigned to you · 1' }).waitFor();
  await page.getByText('Call first').waitFor();
  await page.getByRole('button', { name: 'Start work: WO-7' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const { results } = await world.json<{ results: Assignment[] }>('author', 'GET /benchside/assignments');
  expect(results).toMatchObject([{ workorderid: 'WO-7', entryid: expect.any(Number) }]);

  made.who = 'author';
  await made.open('/floor');
  await page.getByRole('heading', { name: 'At work' }).waitFor();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  expect(await page.getByRole('heading', { name: 'Assigned, not started' }).count()).toBe(0);
});

it('an assigned order that nobody has started is found by the search field and the palette, and opens ready to start', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  const json = { guideid: world.guideid, workorderid: 'WO-3001', userid: world.userids.other };
  await world.json('author', 'POST /benchside/assignments', json);
  made.who = 'other';
  await made.open('/search?q=wo-3001');
  const row = page.getByRole('list', { name: 'Jobs and people' }).getByRole('link');
  expect(await row.innerText()).toMatch(/WO-3001[^]*Mend the pump[^]*Assigned to other/);
  expect(await page.getByText('Nothing found').count()).toBe(0);
  expect(await axeFindings(page, 'found')).toEqual([]);

  await made.open('/');
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('3001');
  const jobs = page.getByRole('dialog', { name: 'Command palette' }).getByRole('region', { name: 'Jobs' });
  expect(await jobs.getByRole('button').innerText()).toMatch(/WO-3001[^]*Mend the pump · Assigned to other/);
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Work order number');
  await expect.poll(() => field.inputValue()).toBe('WO-3001');
  // The number in the address is used once: what the person types after that stays.
  await field.fill('WO-3002');
  await page.waitForTimeout(1_000);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('WO-3002');

  await made.open(`/guide/${world.guideid}/work?order=${'9'.repeat(300)}`);
  await expect.poll(() => field.inputValue()).toBe('9'.repeat(255));
  await made.open('/search?q=3001');
  await row.click();
  await expect.poll(() => field.inputValue()).toBe('WO-3001');
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const { results } = await world.json<{ results: Assignment[] }>('author', 'GET /benchside/assignments');
  expect(results).toMatchObject([{ workorderid: 'WO-3001', entryid: expect.any(Number) }]);
});

it('an assignment is changed on the floor, and removed after a question', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  const json = { guideid: world.guideid, workorderid: 'WO-8', bench: 'Bench 3' };
  await world.json('author', 'POST /benchside/assignments', json);
  await made.open('/floor');
  await page.getByText('Bench 3').waitFor();
  await page.getByRole('button', { name: 'Change the assignment of WO-8' }).click();
  await page.getByLabel('Due').fill('2026-01-31');
  expect(await axeFindings(page, 'change')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Overdue since 31 Jan 2026').waitFor();
  const remove = page.getByRole('button', { name: 'Remove the assignment of WO-8' });
  await remove.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('Bench 3').waitFor();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nobody is at work, and no work is assigned.').waitFor();
});

it('counts and lists more jobs than one request returns', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  for (let number = 1; number <= 205; number += 1)
    await world.json('owner', 'POST /work_log', { guideid: world.guideid, workorderid: `WO-${number}` });
  await made.open('/floor');
  await page.getByText('WO-1', { exact: true }).waitFor();
  await page.getByText('WO-205', { exact: true }).waitFor();
  await page.getByRole('definition').filter({ hasText: '205' }).waitFor();
});
