import { expect, it } from 'vitest';

import { axeFindings } from '../../helpers/axe.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('the bell counts what is unread, and the list leads to what it is about and is marked as read', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  const { guideid } = world;
  made.who = 'other';
  await made.open('/notifications');
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor();
  expect(await axeFindings(page, 'empty')).toEqual([]);

  const json = { guideid, workorderid: 'WO-8', userid: world.userids.other };
  await world.json('author', 'POST /benchside/assignments', json);
  const { entryid } = await world.start('WO-9');
  await world.run('owner', entryid, 'POST suspend', { benchside: { addressee: world.userids.other } });
  await world.json('author', 'POST /benchside/assignments', { ...json, workorderid: 'WO-10' });
  await made.open('/');
  const bell = page.getByRole('link', { name: '3 unread notifications' });
  const size = await bell.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await bell.click();
  await page.getByText('owner handed over a job to you').waitFor();
  expect(await axeFindings(page, 'inbox')).toEqual([]);

  await page.getByRole('button', { name: 'Mark as read: owner handed over a job to you' }).click();
  await page.getByRole('link', { name: '2 unread notifications' }).waitFor();
  await page.getByRole('link', { name: /author assigned work to you.*WO-8/ }).click();
  await page.getByRole('heading', { name: 'Start work' }).waitFor();
  await page.getByRole('link', { name: '1 unread notification' }).waitFor();
  await made.open('/');
  await page.getByRole('link', { name: '1 unread notification' }).waitFor();
  // Faster keys would count as a scanner's.
  await page.keyboard.type('gi', { delay: 100 });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await expect
    .poll(() => world.json('other', 'GET /benchside/notifications'))
    .toMatchObject({ unread: 0, results: [{ read: true }, { read: true }, { read: true }] });
});

it('a notification of a guide that the person may no longer see leads nowhere', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  const json = { guideid: world.guideid, workorderid: 'WO-8', userid: world.userids.other };
  await world.json('author', 'POST /benchside/assignments', json);
  const { revisionid } = await world.json<{ revisionid: number }>('owner', `GET /guides/${world.guideid}`);
  await world.json('owner', `DELETE /guides/${world.guideid}/public?revisionid=${revisionid}`);
  made.who = 'other';
  await made.open('/notifications');
  await page.getByText('You can no longer see what this is about.').waitFor();
  expect(await page.getByRole('link', { name: /assigned work/ }).count()).toBe(0);
});
