import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ElectronApplication, Page } from 'playwright';
import { expect, test } from 'vitest';

import { folder, goTo, launchDesk, screenshots, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';
import { axeFindingsInBothSchemes } from '../helpers/axe.ts';

const fields = [
  { label: 'Serial number', field_type: 'Text Input', required: true },
  {
    label: 'Resistance',
    field_type: 'Numeric Input',
    required: true,
    options: { min: 0, max: 20, decimals: 2 },
  },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II', 'III'], required: true },
  { label: 'Result', field_type: 'Select', options: ['passed', 'failed'] },
  { label: 'Cord and plug without damage', field_type: 'Checkbox', placeholder: '1' },
  { label: 'Picture of the label', field_type: 'Image' },
  { label: 'Remarks', field_type: 'Text Area', textarea: 'What the owner should know' },
];
const guideid = 5;
const stepid = 501;

test('a job goes from a scan to its report without the site, with a kill in the middle of a word', async () => {
  const hub = await startHub();
  const data = folder();
  const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
  const first = await launchDesk({ data, site: hub.url, env: trial });
  await untilSynced(first.page);
  await call(first.page, 'POST', `/step_forms/${stepid}`, { fields });
  await hub.stop();

  await goTo(first.page, `/guide/${guideid}`);
  await first.page.getByRole('link', { name: 'Start work' }).click();
  await first.page.getByLabel('Work order number').waitFor();
  await first.page.keyboard.type('WO-1207');
  await first.page.keyboard.press('Enter');
  await first.page.getByText('WO-1207').first().waitFor();
  const { entryid } = await newest(first.page);
  await first.page.getByRole('button', { name: 'All steps' }).click();
  await first.page.getByRole('dialog').getByRole('link', { name: 'Know what is where' }).click();
  await first.page.getByLabel('Serial number').click();
  await first.page.keyboard.type('SN-20417 in the middle of a wor');
  // The promise: at most the last 300 ms are lost.
  await first.page.waitForTimeout(300);
  await kill(first.app);

  const { app, page, errors } = await launchDesk({ data, env: trial });
  // The window is where it was.
  await page.getByLabel('Serial number').waitFor();
  await goTo(page, '/');
  const card = page.getByRole('link', { name: /WO-1207/ });
  await card.getByText(/^Step \d+ of \d+ · Know what is where/).waitFor();
  await card.getByText(`By ${technician.name}`).waitFor();
  await screenshots(page, 'work-home');
  await card.click();
  await expect.poll(() => page.getByLabel('Serial number').inputValue()).toMatch(/^SN-20417 in the middle/);

  await page.getByLabel('Resistance').fill('25');
  await page.getByText('Must be 20 or less. Not saved.').waitFor();
  await screenshots(page, 'work-form');
  await page.keyboard.press('Escape');
  await goTo(page, `/run/${entryid}/finish`);
  await page.getByRole('heading', { name: '3 items left to complete' }).waitFor();
  await screenshots(page, 'work-left');
  await page.getByRole('link', { name: /^Resistance/ }).click();
  await page.getByLabel('Resistance').fill('0,08');
  await page.getByRole('button', { name: 'Yes, confirmed' }).click();
  await page.getByText('II', { exact: true }).click();
  await page.getByLabel('Result').selectOption('passed');
  const picture = readFileSync(join(import.meta.dirname, '../../resources/icons/512x512.png'));
  await page
    .getByLabel('Choose a file: Picture of the label')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('img', { name: 'Picture for Picture of the label' }).waitFor();
  await page.getByLabel('Remarks').fill('A new cord.\nTested twice.');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. Timers stopped.').waitFor();
  await screenshots(page, 'work-paused');

  await goTo(page, `/run/${entryid}/finish`);
  await page.getByRole('button', { name: 'Resume and finish' }).click();
  await page.getByRole('heading', { name: 'Job finished' }).waitFor();
  await page.getByText('Tested twice.').waitFor();
  await screenshots(page, 'work-finished');
  const pdf = await saved(app, () => page.getByRole('button', { name: 'Save as PDF' }).click());
  expect(pdf.name).toMatch(/WO-1207.*\.pdf$/);
  expect(pdf.text).toMatch(/^%PDF-/);
  await goTo(page, '/work-logs');
  await page.getByRole('link', { name: /WO-1207/ }).click();
  await page.getByText('Resistance').waitFor();
  expect(errors).toEqual([]);
  expect(await newest(page)).toMatchObject({ status: 'complete', workorderid: 'WO-1207' });
});

/** Returns the file that a page offers to the person, saved where they choose. */
async function saved(
  app: ElectronApplication,
  act: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const chosen = folder();
  await app.evaluate(({ session }, chosen) => {
    session.defaultSession.once('will-download', (_event, item) =>
      item.setSavePath(`${chosen}/${item.getFilename()}`),
    );
  }, chosen);
  await act();
  const text = (): string =>
    readdirSync(chosen)
      .map((name) => readFileSync(join(chosen, name), 'latin1'))
      .join('');
  await expect.poll(text, { timeout: 10_000 }).toMatch(/%%EOF\s*$/);
  return { name: readdirSync(chosen).join(), text: text() };
}

test('axe finds nothing serious on the screens for starting, doing and reviewing a job', async () => {
  const hub = await startHub();
  const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
  const { page } = await launchDesk({ data: folder(), site: hub.url, env: trial });
  await untilSynced(page);
  await call(page, 'POST', `/step_forms/${stepid}`, { fields });
  const run = async (workorderid: string): Promise<number> =>
    (await call<Entry>(page, 'POST', '/work_log', { guideid, workorderid })).entryid;
  const over = await run('WO-1');
  await call(page, 'PUT', `/benchside/work_log/${over}/step`, { stepid });
  await call(page, 'POST', `/work_log/${over}/cancel`, {});
  const handed = await run('WO-2');
  await call(page, 'POST', `/work_log/${handed}/suspend`, {});
  const open = await run('WO-3');

  const places: [string, string, string][] = [
    ['start', `/guide/${guideid}/work`, 'Handed over'],
    ['run', `/run/${open}/step/${stepid}`, 'Form'],
    ['suspended', `/run/${handed}`, 'This job was handed over'],
    ['finish', `/run/${open}/finish`, 'Finish the job?'],
    ['ended', `/run/${over}`, 'Job abandoned'],
    ['logs', `/work-logs?guide=${guideid}`, 'Job log'],
    ['log', `/work-logs/${over}`, 'Times'],
  ];
  const found: string[] = [];
  for (const [name, place, heading] of places) {
    await goTo(page, place);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    found.push(...(await axeFindingsInBothSchemes(page, name)));
    await screenshots(page, `work-${name}`);
  }
  expect(found).toEqual([]);
});

interface Entry {
  entryid: number;
  workorderid: string;
  status: string;
}

const newest = async (page: Page): Promise<Entry> => {
  const { results } = await call<{ results: Entry[] }>(page, 'GET', '/work_log?order=DESC&limit=1');
  const [entry] = results;
  if (!entry) throw new Error('there is no run');
  return entry;
};

/** Calls the API as the window's person. */
const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/2.0${path}`, { method, ...(body ? { headers, body } : {}) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

/** Kills the whole program at once, like a power cut. */
async function kill(app: ElectronApplication): Promise<void> {
  const child = app.process();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
