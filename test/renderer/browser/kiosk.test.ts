import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';

import { deskSettings } from '../../../shared/model/benchside.ts';
import type { DeskSettings } from '../../../shared/model/benchside.ts';
import type { KioskSettings, KioskState } from '../../../shared/model/kiosk.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';
import type { WorkBench } from '../helpers/work-bench.ts';

const built = builtPage();

/** Makes the page believe that it is at a kiosk, where the owner of the guide signs in. A hub has no kiosk. */
async function atKiosk(made: WorkBench, settings: { allowed: KioskSettings['allowed'] }): Promise<void> {
  const { page, world } = made;
  const userid = world.userids.owner;
  const state: KioskState = {
    settings: { on: true, idleSeconds: 3600, badgeAlone: true, allowed: settings.allowed },
    on: true,
    active: true,
    people: [
      {
        userid,
        username: 'owner',
        email: 'owner@example.org',
        image: null,
        hasPin: true,
        hasBadge: false,
        isLead: false,
        waitSeconds: 0,
        unsignedEdits: 0,
      },
    ],
    current: userid,
    badgeWaitSeconds: 0,
    away: null,
  };
  await page.route(/\/benchside\/kiosk(?:\/cover)?$/, (route) => route.fulfill({ json: state }));
  const user = await world.json('owner', 'GET /user');
  await page.route(/\/benchside\/kiosk\/unlock$/, (route) => route.fulfill({ json: { user, pinOf: null } }));
  made.who = 'owner';
}

/** Opens a place of the kiosk and signs in by PIN. */
async function openAndSignIn(made: WorkBench, place: string): Promise<Page> {
  const { page } = made;
  await made.open(place);
  await page.getByRole('button', { name: /^owner/ }).click();
  await page.keyboard.type('2580', { delay: 100 });
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return page;
}

it('a kiosk shows no links to what it bars: other jobs, recorded values, people, and guides if it is for work only', async () => {
  const made = await workBench(built);
  const { world } = made;
  const { entryid } = await world.start('WO-9');
  await atKiosk(made, { allowed: 'work' });
  const page = await openAndSignIn(made, `/work-logs/${entryid}`);
  await page.getByRole('link', { name: 'Continue' }).waitFor();
  for (const name of ['The guide', 'All jobs with this guide', 'Recorded values of all jobs'])
    expect([name, await page.getByRole('link', { name, exact: true }).count()]).toEqual([name, 0]);

  await openAndSignIn(made, `/guide/${world.guideid}/work`);
  await page.getByRole('heading', { name: 'Start work' }).waitFor();
  expect(await page.getByRole('link', { name: 'Mend the pump', exact: true }).count()).toBe(0);

  await atKiosk(made, { allowed: 'work-and-reading' });
  await openAndSignIn(made, `/work-logs/${entryid}`);
  await page.getByRole('link', { name: 'The guide', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Recorded values of all jobs' }).count()).toBe(0);
  await openAndSignIn(made, '/search?q=owner');
  await page.getByRole('heading', { name: 'Nothing found for “owner”' }).waitFor();
  await openAndSignIn(made, '/search?q=WO-9');
  await page.getByRole('link', { name: /WO-9/ }).waitFor();
});

it('a person at a kiosk reads their notifications, whose links lead only where the kiosk allows', async () => {
  const made = await workBench(built);
  const { world } = made;
  const { entryid } = await world.start('WO-9');
  await world.run('owner', entryid, 'POST suspend');
  await world.run('other', entryid, 'POST assume', {});
  await world.json('other', `POST /comments/guide/${world.guideid}`, { text: 'Which seal?' });
  await atKiosk(made, { allowed: 'work' });
  const page = await openAndSignIn(made, '/');
  const bell = page.getByRole('link', { name: '2 unread notifications' });
  const size = await bell.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(48);
  await bell.click();
  await page.getByText('other commented on your guide').waitFor();
  expect(await axeFindings(page, 'inbox of a kiosk')).toEqual([]);
  expect(await page.getByRole('link', { name: /commented/ }).count()).toBe(0);
  await page.getByRole('link', { name: /took over/ }).click();
  await page.getByRole('heading', { name: 'Mend the pump' }).waitFor();
  await page.getByRole('link', { name: '1 unread notification' }).waitFor();

  await atKiosk(made, { allowed: 'work-and-reading' });
  await openAndSignIn(made, '/notifications');
  await page.getByRole('link', { name: /commented/ }).waitFor();
});

it('the columns on the home of a kiosk are in line: their headings, and the cards with their buttons', async () => {
  const made = await workBench(built);
  const { world } = made;
  await world.start('WO-9');
  const { guideid } = world;
  for (const workorderid of ['WO-10', 'WO-11']) {
    const { entryid } = await world.json<{ entryid: number }>('other', 'POST /work_log', {
      guideid,
      workorderid,
    });
    await world.run('other', entryid, 'POST suspend');
  }
  await atKiosk(made, { allowed: 'work' });
  const page = await openAndSignIn(made, '/');
  await page.getByRole('button', { name: 'Take over' }).nth(1).waitFor();
  const boxes = async (of: Locator): Promise<{ top: number; height: number }[]> =>
    (await Promise.all((await of.all()).map((one) => one.boundingBox()))).map((box) => ({
      top: Math.round(box?.y ?? NaN),
      height: Math.round(box?.height ?? NaN),
    }));
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => (await boxes(page.getByRole('listitem').filter({ hasText: /WO-/ }))).length)
      .toBe(3);
    const [mine, first, second] = await boxes(page.getByRole('listitem').filter({ hasText: /WO-/ }));
    expect([width, mine]).toEqual([width, first]);
    expect(second?.height).toBe(first?.height);
    const [left, right] = await boxes(page.getByRole('heading', { level: 2 }));
    expect([width, left?.top]).toEqual([width, right?.top]);
  }
});

it('the bar of a kiosk shows the name that an admin gave the desk, else the name that the desk has', async () => {
  const made = await workBench(built);
  await atKiosk(made, { allowed: 'work' });
  const shows = async (names: Pick<DeskSettings, 'deskName' | 'givenName'>, name: string): Promise<void> => {
    await made.page.route(/\/benchside\/settings$/, async (route) => {
      const settings: unknown = await (await route.fetch()).json();
      await route.fulfill({ json: { ...deskSettings.parse(settings), ...names } });
    });
    const page = await openAndSignIn(made, '/');
    const bar = page.getByRole('region', { name: 'This desk' });
    await bar.getByText(name, { exact: true }).waitFor();
  };
  await shows({ deskName: 'bench-7' }, 'bench-7');
  await shows({ deskName: 'bench-7', givenName: 'Bench 3' }, 'Bench 3');
  expect(await made.page.getByText('bench-7').count()).toBe(0);
});
