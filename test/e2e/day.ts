import { createHash } from 'node:crypto';
import { once } from 'node:events';

import type { Page } from 'playwright';
import { whenStill } from '../helpers/when-still.ts';
import { expect } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { photo } from '../media/pictures.ts';
import { goTo, shown, untilPicturesDecoded } from './helpers.ts';
import type { Desk } from './helpers.ts';
import { askHub, askHubAs } from '../helpers/ask-hub.ts';
import type { Ask } from '../helpers/ask-hub.ts';

/** Longer than any condition takes, also if a dozen other programs share the machine. */
export const patience = { timeout: 120_000 };

/** The first two people belong to the sample workshop, and so does Tomasz; the lead gives the others an account in the morning. */
export const people = {
  maren: { name: 'Maren Holt', password: 'bench-sample-admin', pin: '640213', badge: '04C1-0001-99' },
  ines: { name: 'Ines Duval', password: 'bench-sample-tech2', pin: '', badge: '' },
  tomasz: { name: 'Tomasz Brand', password: 'bench-sample-tech1', pin: '2580', badge: '04A2-19F3-77' },
  noor: { name: 'Noor Haddad', password: 'bench-sample-tech3', pin: '7391', badge: '04B7-55C0-12' },
  jonas: { name: 'Jonas Beck', password: 'bench-sample-tech4', pin: '8264', badge: '04D3-77A1-40' },
} as const;
export type Who = keyof typeof people;
export const emailOf = (who: Who): string => `${who}@example.org`;

export const drill = { guideid: 5, stepid: 501, step: 'Know what is where' };
export const grinder = { guideid: 11, stepid: 1102 };
export const titles = {
  maren: 'Coffee Grinder: Clean the Burrs, Find Zero',
  ines: 'Coffee Grinder Burrs: Cleaning and Zero Point',
};
export const fromMaren = 'Write the number down, here 14, on the job card.';
export const fromInes = 'The carrier comes off with the collar. Mind the three springs under it.';
export const remarks = 'Cord cut at the plug, a new one ordered, and the housing cleaned while waiting.';

/** Calls the API as the person at a desk's window. */
export const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/2.0${path}`, { method, ...(body ? { headers, body } : {}) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

/** Calls the hub's API as one person, or without a sign-in. */
export const askAs = async (url: string, who?: Who): Promise<Ask> =>
  who ? askHubAs(url, { email: emailOf(who), password: people[who].password }) : askHub(url);

export async function newestRun(page: Page): Promise<WorkLogEntry> {
  const { results } = await call<{ results: WorkLogEntry[] }>(page, 'GET', '/work_log?order=DESC&limit=1');
  return call(page, 'GET', `/work_log/${results[0]?.entryid ?? 0}`);
}

/** Returns the value of every field of a run that has one, by label. */
export const valuesOf = ({ work_data }: WorkLogEntry): Record<string, string> =>
  Object.fromEntries(work_data.map(({ label, value }) => [label, value]));

/** Starts a run by keyboard: the link, the number, Enter. @returns the run's id in the address */
export async function startRun(page: Page, guideid: number, order: string): Promise<number> {
  await goTo(page, `/guide/${guideid}`);
  await page.getByRole('link', { name: 'Start work' }).click();
  await page.getByLabel('Work order number').waitFor();
  await page.keyboard.type(order);
  await page.keyboard.press('Enter');
  await page.getByText(order).first().waitFor();
  return (await newestRun(page)).entryid;
}

export async function finishRun(page: Page, entryid: number): Promise<void> {
  await goTo(page, `/run/${entryid}/finish`);
  await page.getByRole('button', { name: 'Finish the job' }).click();
  await page.getByRole('heading', { name: 'Job finished' }).waitFor();
}

/** A picture without hidden data keeps its exact bytes. */
export async function photoFile(
  width: number,
): Promise<{ name: string; mimeType: string; buffer: Buffer<ArrayBuffer> }> {
  const buffer = Buffer.from(await (await photo(width, 480)).jpeg().toBuffer());
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the addresses of pictures in a run's values, as the page can load them. */
export function picturesOf({ work_data }: WorkLogEntry): { label: string; original: string }[] {
  return work_data.flatMap(({ label, ...value }) => {
    const image: unknown = 'image' in value ? value.image : null;
    return typeof image === 'object' && image !== null && 'original' in image
      ? [{ label, original: String(image.original) }]
      : [];
  });
}

export const hashInPage = async (page: Page, url: string): Promise<string> => {
  const bytes = await page.evaluate(
    async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())],
    url,
  );
  return hashOf(Uint8Array.from(bytes));
};

/** Visits every picture by keyboard. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^(Start: \d+ steps|From the start)/ })
    .first()
    .click();
  for (let step = 1, steps = 2; step <= steps; step += 1) {
    const position = page.getByText(new RegExp(`^Step ${step} of \\d+`)).first();
    await position.waitFor();
    steps = Number(/of (\d+)/.exec(await position.innerText())?.[1]);
    await untilPicturesDecoded(page, 'main');
    await page.keyboard.press('ArrowRight');
  }
  await page.getByRole('heading', { name: 'Done' }).waitFor();
}

/** Returns the title and the first line of one step in the editor. */
export async function correct(
  page: Page,
  { title, step, line }: { title: string; step: number; line: string },
): Promise<void> {
  await goTo(page, `/edit/guide/${grinder.guideid}`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${step}\\. `) })
    .click();
  await page.getByRole('textbox', { name: 'Line 1' }).fill(line);
  const stored = async (): Promise<[string, string | undefined]> => {
    const guide = await call<Guide>(
      page,
      'GET',
      `/guides/${grinder.guideid}?unpatrolled&excludePrerequisiteSteps`,
    );
    return [guide.title, guide.steps[step - 1]?.lines[0]?.text_raw];
  };
  await expect.poll(stored, patience).toEqual([title, line]);
  await page.getByText('All saved on this desk').first().waitFor();
}

/** Kills every process of a program at once, like a power cut. */
export async function cutPower({ app }: Desk): Promise<void> {
  const pids = await app.evaluate(({ app: program }) => program.getAppMetrics().map(({ pid }) => pid));
  const main = app.process();
  const gone = once(main, 'exit');
  main.kill('SIGKILL');
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It was killed with the others.
      expect(error).toMatchObject({ code: 'ESRCH' });
    }
  }
  await gone;
}

/** Starts a sync by hand and waits until only edits that need a decision are left to send. */
export async function syncNow(page: Page, { parked, behind } = { parked: 0, behind: 0 }): Promise<void> {
  await call(page, 'POST', '/benchside/sync', {});
  const state = async (): Promise<object> => {
    const { phase, journal } = await call<SyncStatus>(page, 'GET', '/benchside/sync');
    return { phase, unsent: journal.pending + journal.sending, parked: journal.parked };
  };
  const wanted = { phase: 'idle', unsent: behind, parked };
  await expect.poll(state, { ...patience, interval: 200 }).toEqual(wanted);
}

export async function show(page: Page, name: string): Promise<void> {
  await whenStill(page);
  await shown(page, `day-${name}`);
}

// A kiosk

export const cover = (page: Page) => page.getByRole('dialog', { name: 'Sign in at this desk' });
const homeOf = (page: Page, who: Who) =>
  page.getByRole('heading', { name: `${people[who].name}, what are you working on?` });

/** Types as a scanner does: all keys at once, Enter at the end. */
export async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

export async function swap(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Swap/ }).click();
  await cover(page).waitFor();
}

export async function enterByBadge(page: Page, who: Who): Promise<void> {
  await scan(page, people[who].badge);
  await homeOf(page, who).waitFor();
}

export async function enterByPin(page: Page, who: Who): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${people[who].name}`) }).click();
  await page.getByRole('heading', { name: `PIN of ${people[who].name}` }).waitFor();
  for (const digit of people[who].pin) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await homeOf(page, who).waitFor();
}

export async function enterByPassword(page: Page, who: Who): Promise<void> {
  await page.getByRole('button', { name: /^Someone else/ }).click();
  await page.getByLabel('Email address').fill(emailOf(who));
  await page.getByRole('textbox', { name: 'Password' }).fill(people[who].password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await homeOf(page, who).waitFor();
}
