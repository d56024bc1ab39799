import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import { deskSettings } from '../../../shared/model/benchside.ts';
import type { DeskSettings } from '../../../shared/model/benchside.ts';
import type { KioskPerson, KioskSettings, KioskState } from '../../../shared/model/kiosk.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';
import { brokenWords } from '../helpers/broken-words.ts';
import { lowTargets, narrowTargets } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';
import type { WorkBench } from '../helpers/work-bench.ts';

const built = builtPage();

/** Makes the page believe that it is at a kiosk, where the owner of the guide signs in. A hub has no kiosk. */
async function atKiosk(
  made: WorkBench,
  settings: { allowed: KioskSettings['allowed']; person?: Partial<KioskPerson> },
): Promise<void> {
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
        ...settings.person,
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

/** A kiosk on the touch screen of an old bench, in a language with long words and with a person who has a long name. */
async function smallKiosk(): Promise<WorkBench> {
  const made = await workBench(built, { locale: 'de-DE' });
  const { page, world } = made;
  await page.setViewportSize({ width: 1024, height: 768 });
  const username = 'owner Alexander von Hohenstaufen-Wittelsbach';
  world.core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET username = ${username} WHERE userid = ${world.userids.owner}`),
  );
  await page.route(/\/benchside\/settings$/, async (route) => {
    const settings: unknown = await (await route.fetch()).json();
    const deskName = 'Hauptmontagearbeitsplatz-Nord-12';
    await route.fulfill({ json: { ...deskSettings.parse(settings), deskName } });
  });
  await atKiosk(made, { allowed: 'work-and-reading', person: { username, unsignedEdits: 3 } });
  return made;
}

interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const edgesOf = (element: Locator): Promise<Edges> =>
  element.evaluate((shown) => shown.getBoundingClientRect().toJSON());

it('the bar of a small kiosk keeps the state of the sync and the name of the desk inside it, beside a long name', async () => {
  const made = await smallKiosk();
  const page = await openAndSignIn(made, '/');
  const bar = page.getByRole('region', { name: 'Dieser Arbeitsplatz' });
  const note = bar.getByText('Abgleich ist aus');
  await note.waitFor();
  await whenStill(page);
  expect(await brokenWords(note)).toEqual([]);
  const inside = await edgesOf(bar);
  for (const part of [
    note,
    bar.getByText('Hauptmontagearbeitsplatz-Nord-12'),
    bar.getByRole('button').first(),
  ]) {
    const { top, bottom } = await edgesOf(part);
    expect([top >= inside.top, bottom <= inside.bottom]).toEqual([true, true]);
  }
  const name = bar.getByText(/^owner Alexander/);
  expect(await name.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0);
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  const [bell, swap] = [bar.getByRole('link').last(), bar.getByRole('button', { name: /^Wechsel/ })];
  expect((await edgesOf(note)).left).toBeGreaterThanOrEqual((await edgesOf(bell)).right);
  expect((await edgesOf(note)).right).toBeLessThanOrEqual((await edgesOf(swap)).left);
});

it('the way to sign in by password is in sight below the keys of a PIN on a small screen', async () => {
  const { page, open } = await smallKiosk();
  await open('/');
  await page.getByRole('button', { name: /^owner/ }).click();
  const password = page.getByRole('button', { name: 'Mit dem Passwort' });
  await password.waitFor();
  await whenStill(page);
  expect((await edgesOf(password)).bottom).toBeLessThanOrEqual(768 - 8);
  expect((await edgesOf(page.getByRole('button', { name: '5' }))).bottom).toBeLessThan(768);
});

it('the field to search is as wide as its frame, and every target of a guide fits a glove, at a small kiosk', async () => {
  const made = await smallKiosk();
  const page = await openAndSignIn(made, `/guide/${made.world.guideid}`);
  const search = page.getByRole('search').first();
  await search.waitFor();
  await whenStill(page);
  const [frame, field] = [await edgesOf(search.locator('xpath=..')), await edgesOf(search)];
  expect(frame.right - field.right).toBe(field.left - frame.left);
  const targets = ':is(main, section) :is(button, a[href])';
  expect(await lowTargets(page, targets)).toEqual([]);
  expect(await narrowTargets(page, targets)).toEqual([]);
});

it('the bar of a job shows the whole work order on a small screen', async () => {
  const made = await smallKiosk();
  const { entryid } = await made.world.start('Instandsetzungsauftrag-2026/11-0815');
  const page = await openAndSignIn(made, `/run/${entryid}`);
  const order = page.locator('strong').getByText('Instandsetzungsauftrag-2026/11-0815');
  await order.waitFor();
  await whenStill(page);
  const cut = await order.evaluate((shown) => [
    shown.scrollWidth - shown.clientWidth,
    shown.scrollHeight - shown.clientHeight,
  ]);
  expect(cut).toEqual([0, 0]);
});
