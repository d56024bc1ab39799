import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Desk } from './helpers.ts';
import {
  folder,
  goTo,
  launchDesk,
  screenshots,
  startHub,
  untilPicturesDecoded,
  untilSynced,
} from './helpers.ts';
import { technician } from './workshop.ts';
import { axeFindingsInBothSchemes } from '../helpers/axe.ts';
import { whenStill } from '../helpers/when-still.ts';

const BENCHSIDE_TRIAL = `${technician.email}:${technician.password}`;

/** A guide of the sample workshop, too. */
const admin = 'maren@example.org:bench-sample-admin';

/** The most typing that may be lost when the program is killed. */
const lostMs = 300;

test('text typed into a guide survives a kill, and a new guide keeps its editor when the site gives it an id', async () => {
  const hub = await startHub();
  const data = folder();
  const options = { data, site: hub.url, env: { BENCHSIDE_TRIAL } };
  const first = await launchDesk(options);
  await untilSynced(first.page);

  await goTo(first.page, '/guide/5');
  await first.page.getByRole('link', { name: 'Edit', exact: true }).click();
  await openStep(first.page, 2);
  const line = first.page.getByRole('textbox', { name: 'Line 1' });
  await line.fill('Two slotted screws');
  await first.page.waitForTimeout(lostMs);
  await line.pressSequentially(', and');
  await kill(first);

  const second = await launchDesk(options);
  const { page } = second;
  await goTo(page, '/edit/guide/5');
  const restore = page.getByRole('button', { name: 'Restore it' });
  const notice = page.getByText(/^Benchside was closed unexpectedly/);
  await notice.waitFor();
  await restore.waitFor();
  await whenStill(page);
  const offer = await restore.boundingBox();
  expect((await notice.boundingBox())?.y, 'the notice is below the question').toBeGreaterThan(
    (offer?.y ?? Infinity) + (offer?.height ?? 0),
  );
  await restore.click();
  await openStep(page, 2);
  expect(await page.getByRole('textbox', { name: 'Line 1' }).inputValue()).toMatch(/^Two slotted screws/);
  await page.getByText('All saved on this desk').first().waitFor();

  await goTo(page, '/new/guide?category=Cordless%20drill');
  await page.getByRole('radio', { name: 'Maintenance' }).click({ force: true });
  await page.getByRole('textbox', { name: 'Title' }).fill('Drill brush care');
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('button', { name: 'Add a step', exact: true }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Unplug the drill');
  await expect.poll(() => place(page), { timeout: 20_000 }).toMatch(/^#\/edit\/guide\/\d+$/);
  // The site has given guide and step their ids; the cursor is still in its field.
  await page.keyboard.type(' and wait');
  const guideid = Number(/\d+$/.exec(await place(page))?.[0]);
  const stored = async (): Promise<unknown> =>
    page.evaluate(async (id) => {
      const response = await fetch(`/api/2.0/guides/${id}?unpatrolled`);
      const { title, steps } = await response.json();
      return [
        title,
        steps.map(({ lines }: { lines: { text_raw: string }[] }) => lines.map((one) => one.text_raw)),
      ];
    }, guideid);
  await expect
    .poll(stored, { timeout: 10_000 })
    .toEqual(['Drill brush care', [['Unplug the drill and wait']]]);
  await untilSent(page);
  const onHub = await fetch(`${hub.url}/guides/5`);
  expect(JSON.stringify(await onHub.json())).toContain('Two slotted screws');
  expect(second.errors).toEqual([]);
});

test('axe finds nothing serious in the editors, in light and in dark', async () => {
  const hub = await startHub();
  const { page, errors } = await launchDesk({
    data: folder(),
    site: hub.url,
    env: { BENCHSIDE_TRIAL: admin },
  });
  await untilSynced(page);
  const found: string[] = [];
  for (const [name, [hash, ready]] of Object.entries(places)) {
    await goTo(page, hash);
    await page.getByRole('heading', { name: ready }).first().waitFor();
    if (name === 'edit-step') await untilPicturesDecoded(page, 'main fieldset');
    await screenshots(page, name);
    found.push(...(await axeFindingsInBothSchemes(page, name)));
  }
  expect(found).toEqual([]);
  expect(errors).toEqual([]);
});

const places: Record<string, readonly [hash: string, heading: string | RegExp]> = {
  'edit-guide': ['/edit/guide/5', 'Difficulty'],
  'edit-step': ['/edit/guide/5?step=502', /^Step \d of/],
  'edit-form': ['/edit/guide/5/form/502', 'Preview'],
  'edit-wiki': ['/edit/wiki/CATEGORY/Cordless%20drill', 'Picture'],
  history: ['/history/guide/5', /^Version history/],
};

const openStep = (page: Page, n: number): Promise<void> =>
  page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${n}\\. `) })
    .click();

const place = (page: Page): Promise<string> => page.evaluate(() => location.hash);

async function untilSent(page: Page): Promise<void> {
  const unsent = (): Promise<number> =>
    page.evaluate(async () => {
      const response = await fetch('/api/2.0/benchside/sync');
      const { journal } = await response.json();
      return journal.pending + journal.sending;
    });
  await expect.poll(unsent, { timeout: 30_000, interval: 200 }).toBe(0);
}

async function kill({ app }: Desk): Promise<void> {
  const process = app.process();
  const ended = new Promise<void>((resolve) => {
    process.once('exit', () => resolve());
  });
  process.kill('SIGKILL');
  await ended;
}
