import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';

import { queriesOfSet } from '../data/build.ts';
import { root } from '../data/folders.ts';
import { done } from '../process.ts';
import type { Job } from '../process.ts';
import { median, spread } from '../stats.ts';
import type { Metrics } from '../stats.ts';
import { spreadIds } from '../touched.ts';
import { key, touch } from './touches.ts';
import type { Picture } from './touches.ts';
import { display, memoryMb, openWindow, prepareDesk } from './window.ts';
import type { Window } from './window.ts';

const times = 25;
const starts = 3;
const day = 150;

/**
 * The program in a real window with all guides: from a touch to the frame that shows what was asked for, its start, its
 * memory, its size. The first run fetches the guides; later ones find them.
 */
export async function screens(job: Job): Promise<void> {
  await using stack = new AsyncDisposableStack();
  stack.use(await display());
  await done(await measured(job));
}

async function measured({ url, size, dataDir }: Job): Promise<Metrics> {
  const desk = join(dataDir, 'desk');
  if (!existsSync(desk)) {
    prepareDesk(desk);
    await using first = await openWindow(desk, url);
    await untilSynced(first.page);
  }
  const started: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await using window = await openWindow(desk, url);
    started.push(window.startMs);
  }
  await using window = await openWindow(desk, url);
  await untilSynced(window.page);
  const drawn = await drawAll(window, size, queriesOfSet(dataDir));
  const fresh_mb = await memoryMb(window.app);
  await workADay(window, size);
  return {
    ...drawn,
    start_ms: median(started),
    fresh_mb,
    day_mb: await memoryMb(window.app),
    ...bundle(),
  };
}

async function drawAll({ page, finger }: Window, size: number, queries: string[]): Promise<Metrics> {
  const home: number[] = [];
  const category: number[] = [];
  const guide: number[] = [];
  const step: number[] = [];
  const search: number[] = [];
  const hit: number[] = [];
  const run: number[] = [];
  const ids = spreadIds(size, times);
  await startRun(page, ids[0] ?? 1);
  const toHome = (): Promise<number> => touch(page, finger, 'header a[href="#/"]', homePicture);
  await go(page, { place: '/settings', all: ['main h1'] });
  await toHome();
  for (let turn = 0; turn < times; turn += 1) {
    process.stderr.write(`  window: ${turn + 1} of ${times}\r`);
    const titles = await page.evaluate(() =>
      [...document.querySelectorAll('main a[href^="#/category/"]')].map(
        (link) => link.getAttribute('href') ?? '',
      ),
    );
    const to = titles[turn % titles.length] ?? '';
    category.push(
      await touch(page, finger, `main a[href="${to}"]`, {
        place: to.slice(1),
        all: ['main h1', 'main a[href^="#/"]'],
      }),
    );
    home.push(await toHome());

    const id = ids[turn] ?? 1;
    const { category: title } = await json<{ category: string }>(page, `/guides/${id}`);
    const place = `/category/${encodeURIComponent(title)}`;
    await go(page, { place, all: ['main [data-row]'] });
    const row = (await page.locator('main [data-row][href^="#/guide/"]').first().getAttribute('href')) ?? '';
    guide.push(
      await touch(page, finger, `main [href="${row}"]`, {
        place: row.slice(1),
        all: ['main h1', 'main [data-screen-only]'],
      }),
    );
    const first = 'main a.mantine-Button-root[href*="/step/"] >> nth=-1';
    step.push(await touch(page, finger, first, { place: `${row.slice(1)}/step/`, all: ['#step-title'] }));

    const query = queries[turn % queries.length] ?? '';
    await go(page, homePicture);
    await page.locator('search input').fill(query.slice(0, -1));
    await page.waitForFunction(
      (typed) => decodeURIComponent(location.hash).includes(`q=${typed.replaceAll(' ', '+')}`),
      query.slice(0, -1),
    );
    await page.locator('main h1').waitFor();
    const searched = new URLSearchParams({ q: query }).toString();
    search.push(
      await key(page, query.at(-1) ?? ' ', {
        place: `/search?${searched}`,
        all: ['main h1, main h2'],
        none: ['main [aria-busy="true"]'],
      }),
    );
    const found = page.locator('main [data-row][href^="#/guide/"]').first();
    if ((await found.count()) > 0) {
      const href = (await found.getAttribute('href')) ?? '';
      hit.push(
        await touch(page, finger, `main [href="${href}"]`, {
          place: href.slice(1),
          all: ['main h1', 'main [data-screen-only]'],
        }),
      );
    }
    await go(page, homePicture);
    run.push(await touch(page, finger, 'main a[href^="#/run/"]', { place: '/run/', all: ['#step-title'] }));
    await go(page, homePicture);
  }
  return {
    ...spread('home', home),
    ...spread('category', category),
    ...spread('guide', guide),
    ...spread('step', step),
    ...spread('search', search),
    ...spread('hit', hit),
    ...spread('run', run),
  };
}

const homePicture: Picture = { place: '/', all: ['main a[href^="#/category/"]'] };

/** What somebody does in a day: guides from end to end, searches, work. */
async function workADay({ page }: Window, size: number): Promise<void> {
  for (const id of spreadIds(size, day)) {
    await go(page, { place: `/guide/${id}`, all: ['main h1'] });
    const { steps } = await json<{ steps: { stepid: number }[] }>(page, `/guides/${id}`);
    for (const { stepid } of steps.slice(0, 3))
      await go(page, { place: `/guide/${id}/step/${stepid}`, all: ['#step-title'] });
    await go(page, { place: `/search?q=${id % 7 === 0 ? 'battery' : 'screw'}`, all: ['main h1'] });
    await go(page, homePicture);
  }
}

async function go(page: Page, { place, all }: Picture): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#${place}`);
  for (const selector of all) await page.locator(selector).first().waitFor();
}

async function startRun(page: Page, guideid: number): Promise<void> {
  const { steps } = await json<{ steps: { stepid: number }[] }>(page, `/guides/${guideid}`);
  const run = await json<{ entryid: number }>(page, '/work_log', {
    guideid,
    workorderid: `WO-${Date.now()}`,
  });
  const stepid = steps[0]?.stepid ?? 0;
  await json(page, `/benchside/work_log/${run.entryid}/step`, { stepid }, 'PUT');
}

/** Of the program's own API, as the window asks it. */
const json = <T>(page: Page, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> =>
  page.evaluate(
    async ([address, sent, verb]) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = sent === null ? { method: verb } : { method: verb, headers, body: sent };
      const response = await fetch(`/api/2.0${address}`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
    [path, body ? JSON.stringify(body) : null, method] as const,
  );

async function untilSynced(page: Page): Promise<void> {
  for (;;) {
    const { phase, firstSync } = await json<{ phase: string; firstSync: unknown }>(page, '/benchside/sync');
    if (phase === 'idle' && !firstSync) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
  }
}

/** What is read before the first screen stands, and in all, in kB. */
function bundle(): Metrics {
  const folder = join(root, 'dist/renderer/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const kb = (names: string[]): number =>
    names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1000;
  return { bundle_kb: kb(scripts), largest_kb: Math.max(...scripts.map((name) => kb([name]))) };
}
