import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { folder, goTo, launchDesk, startHub, untilSynced } from './helpers.ts';
import type { Desk } from './helpers.ts';

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const rounds = Number(process.env['KILL_ROUNDS'] ?? 1);
/** The most typing that may be lost. */
const lostMs = 300;

/** A person of the sample workshop who may edit everything. */
const lead = { email: 'maren@example.org', password: 'bench-sample-admin' };
const guideid = 5;
const stepid = 502;
const formFields = [
  { label: 'Serial number', field_type: 'Text Input' },
  { label: 'Voltage', field_type: 'Numeric Input' },
  { label: 'Speed', field_type: 'Numeric Input', options: { max: 9 } },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II', 'III'] },
  { label: 'Remarks', field_type: 'Text Area' },
];

interface Editor {
  name: string;
  place: string;
  field(page: Page): Locator;
  /** Steps that lead to the field, the first time. */
  begin?(page: Page): Promise<void>;
  /** Allowed characters; words if absent. */
  digits?: boolean;
}

const box =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('textbox', { name, exact: true });

const editorsOf = (entryid: number): Editor[] => [
  { name: 'the title of a guide', place: '/edit/guide/5', field: box('Title') },
  { name: 'its summary', place: '/edit/guide/5', field: box('Summary') },
  {
    name: 'its introduction',
    place: '/edit/guide/5',
    begin: (page) => page.getByRole('button', { name: 'Introduction and conclusion' }).click(),
    field: box('Introduction'),
  },
  { name: 'a line of a step', place: `/edit/guide/5?step=${stepid}`, field: box('Line 1') },
  { name: 'a new guide', place: '/new/guide?category=Cordless%20drill', field: box('Title') },
  {
    name: 'a form in the making',
    place: `/edit/guide/5/form/${stepid}`,
    field: (page) => box('Label')(page).first(),
  },
  { name: 'the text of a category', place: '/edit/wiki/CATEGORY/Cordless%20drill', field: box('Text') },
  { name: 'its description', place: '/edit/wiki/CATEGORY/Cordless%20drill', field: box('Description') },
  { name: 'a new page', place: '/new/wiki/WIKI', field: box('Title') },
  { name: 'a comment', place: '/guide/5', field: box('Write a comment') },
  { name: 'a work order', place: '/guide/5/work', field: box('Work order number') },
  {
    name: 'a text in a run',
    place: `/run/${entryid}/step/${stepid}`,
    field: (page) => page.getByLabel('Serial number'),
  },
  {
    name: 'a number in a run',
    place: `/run/${entryid}/step/${stepid}`,
    field: (page) => page.getByLabel('Voltage'),
    digits: true,
  },
  {
    name: 'a number that is refused',
    place: `/run/${entryid}/step/${stepid}`,
    field: (page) => page.getByLabel('Speed'),
    digits: true,
  },
  {
    name: 'remarks in a run',
    place: `/run/${entryid}/step/${stepid}`,
    field: (page) => page.getByLabel('Remarks'),
  },
  {
    name: 'a text of one’s own for a conflict',
    place: '/conflicts/guide/11',
    begin: async (page) => {
      const own = page.getByRole('radio', { name: /Edit manually/ });
      await own.waitFor();
      if (!(await own.isChecked())) await own.check();
    },
    field: (page) => page.getByRole('textbox', { name: /Title/ }).last(),
  },
];

type Victim = 'window' | 'program' | 'sync worker';

test(
  'of what is typed in any form or editor, at most the last 300 ms are gone, whatever is killed',
  async () => {
    const random = randomFrom(seed);
    console.log(`KILL_SEED=${seed} KILL_ROUNDS=${rounds}`);
    const hub = await startHub();
    const crash = join(folder(), 'crash');
    const options = {
      data: folder(),
      site: hub.url,
      env: {
        BENCHSIDE_TRIAL: `${lead.email}:${lead.password}`,
        BENCHSIDE_WORKER_CRASH: crash,
      },
    };
    let desk = await launchDesk(options);
    await untilSynced(desk.page);
    await call(desk.page, 'POST', `/step_forms/${stepid}`, { fields: formFields });
    const { entryid } = await call<{ entryid: number }>(desk.page, 'POST', '/work_log', {
      guideid,
      workorderid: 'WO-1',
    });
    // No sync may come between the change there and the one here.
    await expect.poll(() => isAtRest(desk.page), { timeout: 60_000 }).toBe(true);
    await makeConflict(desk.page, hub.url);

    for (let round = 0; round < rounds; round += 1) {
      for (const [index, editor] of editorsOf(entryid).entries()) {
        const victim: Victim =
          (['window', 'program', 'sync worker'] as const)[(index + round + Math.floor(random() * 3)) % 3] ??
          'window';
        const mark = editor.digits ? String(1000 + index) : `Round ${round} of ${editor.name}`;
        const whole = `${mark}${tailOf(random, editor.digits === true)}`;
        const { page } = desk;
        await goTo(page, editor.place);
        const field = editor.field(page);
        await editor.begin?.(page);
        await field.waitFor();
        await field.press('ControlOrMeta+A');
        await page.keyboard.type(mark);
        await page.evaluate(beforeNow, lostMs);
        const typed = mark.length + Math.floor(random() * (whole.length - mark.length));
        await page.keyboard.type(whole.slice(mark.length, typed));

        desk = await strike(victim, desk, options, crash);
        // A window's position is stored a moment later than the typed text.
        await goTo(desk.page, editor.place);
        const kept = await keptIn(desk.page, editor, mark);
        expect([editor.name, victim, whole.startsWith(kept), kept]).toEqual([
          editor.name,
          victim,
          true,
          kept,
        ]);
      }
      desk = await choose(desk, options, entryid);
    }
    expect(await call(desk.page, 'GET', '/benchside/settings')).toBeTruthy();
  },
  240_000 * Math.max(1, rounds),
);

/** A choice is not typing, but it is stored as fast. */
async function choose(desk: Desk, options: Parameters<typeof launchDesk>[0], entryid: number): Promise<Desk> {
  const { page } = desk;
  await goTo(page, `/run/${entryid}/step/${stepid}`);
  await page.getByText('II', { exact: true }).click();
  await page.evaluate(beforeNow, lostMs);
  await page.getByText('III', { exact: true }).click();
  await kill(desk);
  const again = await launchDesk(options);
  await goTo(again.page, `/run/${entryid}/step/${stepid}`);
  await expect
    .poll(() => again.page.getByRole('radio', { checked: true }).evaluateAll((radios) => radios.length), {
      timeout: 30_000,
    })
    .toBe(1);
  expect(await again.page.getByRole('radio', { name: 'I', exact: true }).isChecked()).toBe(false);
  return again;
}

/** Kills the program, and returns a window that shows the store's content. */
async function strike(
  victim: Victim,
  desk: Desk,
  options: Parameters<typeof launchDesk>[0],
  crash: string,
): Promise<Desk> {
  const { app, page } = desk;
  if (victim === 'program') {
    await kill(desk);
    return launchDesk(options);
  }
  if (victim === 'sync worker') {
    writeFileSync(crash, '');
    await call(page, 'POST', '/benchside/sync', {});
    await expect.poll(() => problemOf(page), { timeout: 60_000 }).toBe('bug');
    rmSync(crash);
  } else {
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const gone = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
      process.kill(contents?.getOSProcessId() ?? 0, 'SIGKILL');
      return gone;
    });
  }
  // Playwright cannot follow a page whose process has died, and nothing of the old page may help.
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow, Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const [old] = BrowserWindow.getAllWindows();
    items.find(({ label }) => label === 'Open in New Window')?.click();
    old?.destroy();
  });
  const fresh = await opened;
  await fresh.waitForLoadState();
  return { ...desk, page: fresh };
}

async function kill({ app }: Desk): Promise<void> {
  const process = app.process();
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

const problemOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await (await fetch('/api/2.0/benchside/sync')).json()).problem?.kind);

/** Returns the typed text that an editor shows and offers. */
async function keptIn(page: Page, editor: Editor, mark: string): Promise<string> {
  const field = editor.field(page);
  const restore = page.getByRole('button', { name: 'Restore it' });
  const value = async (): Promise<string> => {
    if (await restore.isVisible()) await restore.click({ timeout: 2_000 });
    if (!(await field.isVisible())) {
      await editor.begin?.(page);
      return '';
    }
    return field.inputValue();
  };
  await expect
    .poll(value, { timeout: 45_000, message: `${editor.name} has what was typed` })
    .toMatch(new RegExp(`^${mark}`));
  return value();
}

/** Runs in the page. Resolves once everything typed `ms` ago or earlier has its answer from the core. */
async function beforeNow(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await fetch('/api/2.0/benchside/settings');
}

function tailOf(random: () => number, digits: boolean): string {
  const letters = digits ? '0123456789' : 'abcdefghij klmnopqrst uvwxyz';
  const length = digits ? 6 : 30;
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)])
    .join('')
    .trimEnd();
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function isAtRest(page: Page): Promise<boolean> {
  const { phase, journal } = await call<SyncStatus>(page, 'GET', '/benchside/sync');
  return phase === 'idle' && journal.pending + journal.sending === 0;
}

/** Renames guide 11 on the hub and here. */
async function makeConflict(page: Page, hub: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const credentials = JSON.stringify(lead);
  const signedIn = await fetch(`${hub}/user/token`, { method: 'POST', headers, body: credentials });
  const { authToken }: { authToken: string } = await signedIn.json();
  const authorized = { ...headers, Authorization: `api ${authToken}` };
  const there = await fetch(`${hub}/guides/11?unpatrolled`, { headers: authorized });
  const { revisionid }: { revisionid: number } = await there.json();
  const renamed = await fetch(`${hub}/guides/11?revisionid=${revisionid}`, {
    method: 'PATCH',
    headers: authorized,
    body: JSON.stringify({ title: 'Renamed by somebody else' }),
  });
  expect(renamed.status).toBe(200);
  const here = await call<{ revisionid: number }>(page, 'GET', '/guides/11?unpatrolled');
  await call(page, 'PATCH', `/guides/11?revisionid=${here.revisionid}`, { title: 'Renamed here' });
  const parked = async (): Promise<number> =>
    (await call<SyncStatus>(page, 'GET', '/benchside/sync')).journal.parked;
  await expect.poll(parked, { timeout: 60_000 }).toBe(1);
}

const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/2.0${path}`, { method, ...(body ? { headers, body } : {}) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      const text = await answer.text();
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );
