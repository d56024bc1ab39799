import type { Locator } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';

import { withHubPage } from '../../../app/http/hub-session.ts';
import { listen } from '../../../app/http/node.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { corners } from '../../media/pictures.ts';
import { whenStill } from '../../helpers/when-still.ts';
import { brokenWords } from '../helpers/broken-words.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { statusWith } from '../helpers/documents.ts';
import { startTestDesk } from '../helpers/test-desk.ts';
import { workBench } from '../helpers/work-bench.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const built = builtPage();
const desk = writingDesk();

const picture = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await corners(1200, 800)).png().toBuffer());

/** The touch screen of an old bench, 1024 pixels wide with the scroll bar, in a language with long words. */
const small = { locale: 'de-DE', viewport: { width: 1012, height: 768 } };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}

const middle = ({ y, height }: Box): number => y + height / 2;

/** Returns how many of these elements stand in each row. */
async function rowsOf(elements: Locator): Promise<number[]> {
  const boxes = await Promise.all((await elements.all()).map(boxOf));
  return [...Map.groupBy(boxes, ({ y }) => Math.round(y)).values()].map(({ length }) => length);
}

it('the table of recent syncs breaks no word on a small screen, and needs no scroll bar', async () => {
  const desk = await startTestDesk(built.folder);
  onTestFinished(() => desk.close());
  const { page, context } = await watchedPage(built.browser, small);
  onTestFinished(() => context.close());
  const endedAt = Math.floor(Date.now() / 1000) - 180;
  const counts = { pushed: 120, guides: 1250, wikis: 999, pictures: 12_500, removed: 10, requests: 25_000 };
  desk.status = statusWith({
    rounds: [{ startedAt: endedAt - 65, endedAt, outcome: 'needs-person', ...counts, message: null }],
  });
  await page.goto(`${desk.url}#/sync`);
  const table = page.getByRole('table');
  await table.waitFor();
  await whenStill(page);
  expect(await brokenWords(table)).toEqual([]);
  expect(await table.locator('xpath=..').evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
});

it('cards of jobs and of assigned work are compact on a small screen', async () => {
  const made = await workBench(built, { locale: small.locale, who: 'owner' });
  const { page, world } = made;
  const { guideid, userids } = world;
  await page.setViewportSize(small.viewport);
  await world.start('WO-20-1402');
  for (const [workorderid, note] of [
    ['WO-2', 'Call first'],
    ['WO-3', ''],
  ])
    await world.json('author', 'POST /benchside/assignments', {
      guideid,
      workorderid,
      userid: userids.owner,
      bench: 'bench-2',
      due: '2030-01-31',
      note,
    });
  await made.open('/');
  const assigned = page.getByText(/Fällig am/);
  await assigned.nth(1).waitFor();
  await whenStill(page);
  const order = await boxOf(page.getByText('WO-20-1402'));
  expect(middle(await boxOf(page.getByText('In Arbeit')))).toBeCloseTo(middle(order), 0);
  for (const due of await assigned.all()) {
    const by = due.locator('xpath=..').getByText(/Zugewiesen von/);
    const gap = (await boxOf(by)).y - (await boxOf(due)).y - (await boxOf(due)).height;
    expect(gap).toBeLessThan(8);
  }
});

it('the links of a guide do not cover each other', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  await made.open(`/guide/${world.guideid}`);
  const jobs = page.getByRole('link', { name: 'Jobs with this guide' });
  await jobs.waitFor();
  await whenStill(page);
  const first = await boxOf(jobs);
  const second = await boxOf(page.getByRole('link', { name: 'Recorded values of all jobs' }));
  expect(first.x + first.width <= second.x || first.y + first.height <= second.y).toBe(true);
});

it('the choice of who may read is in one row when a hub is set up, on a large screen too', async () => {
  await using core = testCore();
  const server = await listen(withHubPage(core, built.folder), { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { page, context } = await watchedPage(built.browser, { viewport: { width: 1920, height: 1080 } });
  onTestFinished(() => context.close());
  await page.goto(`${server.origin}/`);
  await page.getByText('Who may read').waitFor();
  await whenStill(page);
  const [own, everyone] = [
    await boxOf(page.getByRole('radio', { name: 'People with an account' })),
    await boxOf(page.getByRole('radio', { name: 'Everyone' })),
  ];
  expect(everyone.y).toBe(own.y);
});

it('the facts of a report and the filters of the job log leave none alone in a row', async () => {
  const made = await workBench(built, { who: 'owner' });
  const { page, world } = made;
  const { entryid } = await world.start('WO-1407');
  world.clock.now += 60;
  await world.run('owner', entryid, 'POST pause', {});
  world.clock.now += 60;
  await world.run('owner', entryid, 'POST resume', {});
  await world.run('owner', entryid, 'POST finish', {});
  await made.open(`/work-logs/${entryid}`);
  // This fact appears only after the guide has loaded.
  await page.locator('main dl').first().getByText('Steps').waitFor();
  await whenStill(page);
  expect(await rowsOf(page.locator('main dl').first().locator('div'))).toEqual([3, 3, 3]);

  const work = await workBench(built, { who: 'admin', locale: small.locale });
  await work.world.start();
  await work.world.json('other', 'POST /work_log', { guideid: work.world.guideid, workorderid: 'WO-2' });
  await work.page.setViewportSize(small.viewport);
  await work.open('/work-logs');
  const filters = work.page.getByRole('search', { name: 'Arbeiten filtern' }).locator('input, select');
  await filters.first().waitFor();
  await whenStill(work.page);
  expect(await rowsOf(filters)).toEqual([4, 2]);
});

it('the job log shows whole titles of guides on a small screen', async () => {
  const { page, world, open } = await workBench(built, { locale: small.locale, who: 'owner' });
  const title = 'Hydraulikpumpe mit Dichtungssatz zerlegen, reinigen, prüfen und wieder zusammensetzen';
  const { revisionid } = await world.json<Guide>('owner', `GET /guides/${world.guideid}`);
  await world.json('owner', `PATCH /guides/${world.guideid}?revisionid=${revisionid}`, { title });
  await world.start();
  await page.setViewportSize(small.viewport);
  await open('/work-logs');
  const shown = page.getByRole('list').getByText(title);
  await shown.waitFor();
  await whenStill(page);
  expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

it('the editor of a form breaks no word on a small screen', async () => {
  const made = await workBench(built, { locale: small.locale, who: 'owner' });
  const { page, world } = made;
  const [, stepid] = world.steps;
  await world.form(stepid, [
    { label: 'Volt', field_type: 'Numeric Input', options: { min: 1, max: 2, decimals: 1 } },
  ]);
  await page.setViewportSize(small.viewport);
  await made.open(`/edit/guide/${world.guideid}/form/${stepid}`);
  await page.getByText('Nachkommastellen').first().waitFor();
  await whenStill(page);
  expect(await brokenWords(page.locator('main'))).toEqual([]);
});

it('the button for pictures of a step does not wrap on a small screen', async () => {
  const guideid = await desk.addGuide('A pump in pictures');
  const { stepid } = await desk.addPicture(guideid, 'pump.png', await picture());
  await using window = await desk.open(`/edit/guide/${guideid}?step=${stepid}`, small.locale);
  const { page } = window;
  await page.setViewportSize(small.viewport);
  const button = page.getByRole('button', { name: 'Bilder hinzufügen' });
  await button.waitFor();
  await whenStill(page);
  expect((await boxOf(button)).height).toBeLessThanOrEqual(48);
});

it('the settings of a hub are in line: choices in one row, and fields with and without a hint', async () => {
  const made = await workBench(built, { who: 'admin' });
  const { page } = made;
  await made.open('/admin/site');
  await page.getByLabel('Sender').waitFor();
  await whenStill(page);
  expect((await boxOf(page.getByLabel('Sender'))).y).toBe((await boxOf(page.getByLabel('Mail server'))).y);
  expect((await boxOf(page.getByLabel('First language'))).y).toBe(
    (await boxOf(page.getByLabel('Further languages'))).y,
  );
  await page.setViewportSize({ width: 1920, height: 1080 });
  await whenStill(page);
  expect(await rowsOf(page.getByRole('radio', { name: /account|Everyone|Admins/ }))).toEqual([2, 2]);
});
