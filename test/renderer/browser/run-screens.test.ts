import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { openBrowser } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { filmOfCode } from '../helpers/code39.ts';
import { workBench } from '../helpers/work-bench.ts';
import type { WorkBench } from '../helpers/work-bench.ts';
import { axeFindings } from '../../helpers/axe.ts';

/** The built page in a real browser, on a real core. */
const built = builtPage();

interface Bench extends WorkBench {
  form: StepForm;
  place(): string;
  /** Returns the newest run from the API. */
  run(): Promise<WorkLogEntry>;
}

const fields = [
  { label: 'Serial number', field_type: 'Text Input', required: true },
  { label: 'Remarks', field_type: 'Text Area' },
  {
    label: 'Voltage',
    field_type: 'Numeric Input',
    required: true,
    options: { min: 10, max: 20, decimals: 1 },
  },
  { label: 'Looks good', field_type: 'Checkbox', placeholder: '1' },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II'] },
  { label: 'Result', field_type: 'Select', options: ['passed', 'failed'] },
  { label: 'Label', field_type: 'Image' },
];

async function bench(browser: Browser = built.browser, locale = 'en-GB'): Promise<Bench> {
  const made = await workBench(built, { browser, locale, who: 'owner' });
  const { world, page } = made;
  const form = await world.form(world.steps[1], fields);
  return Object.assign(made, {
    form,
    place: () => new URL(page.url()).hash.slice(1),
    run: async (): Promise<WorkLogEntry> => {
      const { results } = await world.json<{ results: WorkLogEntry[] }>(
        'admin',
        'GET /work_log?order=DESC&limit=1',
      );
      return world.json('admin', `GET /work_log/${results[0]?.entryid ?? 0}`);
    },
  });
}

const heading = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> =>
  page.getByRole('heading', { name });

describe('a run from scan to summary', () => {
  it('has the focus in its field from the start, so that no key is lost', async () => {
    const { page, open, world } = await bench();
    await page.addInitScript(() => {
      const first = new Promise<string | undefined>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('#workorderid')) return;
          observer.disconnect();
          resolve(document.activeElement?.id);
        }).observe(document, { subtree: true, childList: true });
      });
      Object.assign(globalThis, { first });
    });
    await open(`/guide/${world.guideid}/work`);
    const focused = page.evaluate(() => (globalThis as unknown as { first: Promise<string> }).first);
    expect(await focused).toBe('workorderid');
  });

  it('is done by keyboard, stores every field during typing, lists missing values and ends with a summary', async () => {
    const made = await bench();
    const { page, world, form } = made;
    const [one, two] = world.steps;
    await made.open(`/guide/${world.guideid}`);
    await page.getByRole('link', { name: 'Start work' }).click();
    await page.getByLabel('Work order number').waitFor();
    await page.keyboard.type('WO-1207');
    // As fast as a scanner, however slow the page is.
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
    await page.getByText('Step 1 of 3').first().waitFor();
    await expect.poll(async () => (await made.run()).benchside.active_stepid).toBe(world.prerequisite.stepid);
    expect((await made.run()).workorderid).toBe('WO-1207');

    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await made.run()).benchside.active_stepid).toBe(one);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('group', { name: 'Looks good' }).getByText('Preset: yes.').waitFor();
    await page.keyboard.press('ArrowRight');
    await heading(page, '3 items left to complete').waitFor();
    await page.getByText('Looks good has a preset that is not confirmed').waitFor();
    expect((await made.run()).work_data).toEqual([]);
    expect(await page.getByRole('button', { name: 'Finish the job' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Serial number' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^field-/);

    await page.keyboard.type('SN-20417');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two lines,');
    await page.keyboard.press('Enter');
    await page.keyboard.type('one cord.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.getByText('Must be 10 or more. Not saved.').waitFor();
    await page.keyboard.type('5');
    await page.getByText('Must be 20 or less. Not saved.').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('12,5');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Yes, confirmed');
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByLabel('Looks good').isChecked()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Result').selectOption('passed');
    const picture = readFileSync(join(import.meta.dirname, '../../../resources/icons/icon.png'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('img', { name: 'Picture for Label' }).waitFor();
    await page.getByText('All required fields are filled in').first().waitFor();
    const values = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await made.run()).work_data.map(({ label, value }) => [label, value]));
    await expect.poll(values).toMatchObject({
      'Serial number': 'SN-20417',
      Remarks: 'Two lines,\none cord.',
      Voltage: '12.5',
      'Looks good': '0',
      Class: expect.stringMatching(/^II?$/),
      Result: 'passed',
      Label: expect.stringMatching(/^\d+$/),
    });
    expect((await made.run()).benchside.active_stepid).toBe(two);
    expect(form.fields).toHaveLength(7);

    await page.getByRole('button', { name: /^Finish/ }).click();
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    await page.getByText('Two lines,').waitFor();
    await page.getByRole('img', { name: 'Picture: Label' }).waitFor();
    expect((await made.run()).status).toBe('complete');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const printed = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main section, main h1')].flatMap((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return [color, backgroundColor];
        }),
      );
    await expect
      .poll(async () => [...new Set(await printed())].toSorted())
      .toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await made.open('/');
    await heading(page, 'Categories').or(page.getByText('guides').first()).first().waitFor();
    expect(await page.getByText('Your open jobs').count()).toBe(0);
  });

  it('lists skipped steps before the end, links to each, and names them at the top of the report', async () => {
    const made = await bench();
    const { page, world, form } = made;
    const { entryid } = await world.start('WO-S');
    const fields = Object.fromEntries(
      form.fields
        .filter(({ required, field_type }) => required || field_type === 'Checkbox')
        .map((field) => [
          field.field_revisionid,
          field.field_type === 'Text Input' ? 'SN-1' : field.field_type === 'Checkbox' ? true : '12',
        ]),
    );
    await world.run('owner', entryid, 'PUT stepData', { fields });
    await made.open(`/run/${entryid}/step/${world.steps[1]}`);
    await page.locator('[data-state=skipped]').first().waitFor({ state: 'attached' });
    expect(await page.locator('[data-state=skipped]').count()).toBe(2);
    await made.open(`/run/${entryid}/finish`);
    await heading(page, '2 steps were skipped').waitFor();
    await page.getByText('1 of 3 visited').waitFor();
    await page.getByRole('link', { name: /^Step 2/ }).click();
    await page.getByText('Step 2 of 3').first().waitFor();
    await expect.poll(async () => (await made.run()).benchside.active_stepid).toBe(world.steps[0]);
    await made.open(`/run/${entryid}/finish`);
    await heading(page, '1 step was skipped').waitFor();
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    await heading(page, '1 step was not visited.').waitFor();
    await page.getByText('2 of 3 visited').waitFor();
  });

  it('shows the conclusion as the last step, and offers afterwards what can be said about the guide', async () => {
    const made = await bench();
    const { page, world } = made;
    const readable = await world.json<{ revisionid: number }>('owner', `GET /guides/${world.guideid}`);
    await world.json('owner', `PATCH /guides/${world.guideid}?revisionid=${readable.revisionid}`, {
      conclusion: 'Test with the housing closed.',
    });
    const { entryid } = await world.start('WO-31');
    await made.open(`/run/${entryid}/step/${world.steps[1]}`);
    await page.getByRole('button', { name: 'Next Conclusion' }).click();
    await heading(page, 'Conclusion').waitFor();
    expect(made.place()).toBe(`/run/${entryid}/conclusion`);
    await page.getByText('Test with the housing closed.').waitFor();
    expect(await axeFindings(page, 'conclusion')).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Step 3 of 3').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await heading(page, 'Conclusion').waitFor();
    await page.keyboard.press('ArrowRight');
    await heading(page, 'Finish the job?').waitFor();

    await world.json('owner', `PUT /work_log/${entryid}/stepData`, {
      fields: Object.fromEntries(
        made.form.fields
          .slice(0, 4)
          .map((field, at) => [field.field_revisionid, ['SN', 'no', '12', '1'][at]]),
      ),
    });
    await made.open(`/run/${entryid}/finish`);
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    await page.getByRole('button', { name: 'Mark as completed' }).click();
    await page.getByRole('button', { name: 'Completed', exact: true }).waitFor();
    await page.getByLabel('Write a comment').fill('The gasket was missing.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The gasket was missing.').first().waitFor();
    const told = async (): Promise<unknown> => world.json('owner', `GET /guides/${world.guideid}`);
    await expect
      .poll(told)
      .toMatchObject({ completed: true, comments: [{ text_raw: 'The gasket was missing.' }] });
    await page.getByRole('button', { name: 'Flag the guide' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().click();
    await expect.poll(told).toMatchObject({ flags: [{}] });
    expect(await axeFindings(page, 'ended')).toEqual([]);
  });

  it('names obligatory steps that were not visited, and ends without them only for a reason', async () => {
    const made = await bench();
    const { page, world } = made;
    const [one, two] = world.steps;
    await made.open(`/edit/guide/${world.guideid}/form/${one}`);
    await page.getByRole('switch', { name: 'Obligatory step' }).click();
    await expect.poll(() => page.getByLabel('Label').inputValue()).toBe('Step done');
    await page.getByRole('button', { name: 'Save the form' }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    expect(await axeFindings(page, 'obligatory')).toEqual([]);
    await world.form(two, []);

    const { entryid } = await world.start('WO-O');
    await made.open(`/run/${entryid}/finish`);
    await heading(page, '1 obligatory step was not visited').waitFor();
    const finish = page.getByRole('button', { name: 'Finish the job' });
    expect(await finish.isDisabled()).toBe(true);
    await page.getByLabel('Reason').fill('   ');
    expect(await finish.isDisabled()).toBe(true);
    expect(await axeFindings(page, 'finish')).toEqual([]);
    await page.getByLabel('Reason').fill('The meter is away');
    await finish.click();
    await heading(page, '1 obligatory step was left out.').waitFor();
    await page.getByText('Reason: The meter is away (owner)').waitFor();
    expect((await made.run()).benchside.omitted).toMatchObject([{ stepid: one }]);
    await made.open('/work-logs');
    await page.getByText('1 obligatory step was left out.').waitFor();

    const next = await world.start('WO-P');
    await made.open(`/run/${next.entryid}/finish`);
    await page.getByRole('link', { name: 'Step 2 · ' }).click();
    await page.getByText('Obligatory step').waitFor();
    await expect.poll(async () => (await made.run()).benchside.active_stepid).toBe(one);
    await made.open(`/run/${next.entryid}/finish`);
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    expect((await made.run()).benchside.omitted).toBeUndefined();
  });

  it('marks numbers out of limits at once, and takes dates, signatures, several pictures and "not applicable"', async () => {
    const made = await bench();
    const { page, world } = made;
    const stepid = world.steps[0];
    await world.form(stepid, [
      {
        label: 'Earth',
        field_type: 'Numeric Input',
        required: true,
        benchside: { lowest: 0, highest: 0.3, unit: 'Ω' },
      },
      { label: 'Tested on', field_type: 'Text Input', required: true, benchside: { date: true } },
      {
        label: 'Fuse',
        field_type: 'Select',
        options: ['3 A'],
        required: true,
        benchside: { notApplicable: true },
      },
      { label: 'Photos', field_type: 'Image', benchside: { several: true } },
      { label: 'Signed', field_type: 'Image', required: true, benchside: { signature: true } },
    ]);
    await world.form(world.steps[1], []);
    const { entryid } = await world.start('WO-52');
    await made.open(`/run/${entryid}/step/${stepid}`);
    await page.getByText('Limits: 0 to 0.3 Ω').waitFor();
    await page.getByLabel('Earth').fill('0.25');
    await page.getByText('Within limits').waitFor();
    await page.getByLabel('Earth').fill('0.45');
    await page.getByText('Out of limits: 0 to 0.3 Ω').waitFor();
    await page.getByLabel('Tested on').fill('2026-11-24');
    await page.getByRole('button', { name: 'Not applicable' }).click();
    await page.getByLabel('Fuse').waitFor({ state: 'detached' });
    const picture = {
      name: 'a.png',
      mimeType: 'image/png',
      buffer: readFileSync(join(import.meta.dirname, '../../../resources/icons/icon.png')),
    };
    await page.getByLabel('Add a picture: Photos').setInputFiles([picture, { ...picture, name: 'b.png' }]);
    await page.getByRole('img', { name: 'Picture 2 for Photos' }).waitFor();
    expect(await axeFindings(page, 'extras')).toEqual([]);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByRole('img', { name: 'Picture 2 for Photos' }).waitFor({ state: 'detached' });

    const canvas = page.getByLabel('Draw here: Signed');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('there is nothing to sign');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Save the signature' }).click();
    await page.getByRole('img', { name: 'Picture for Signed' }).waitFor();
    const values = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await made.run()).work_data.map(({ label, value }) => [label, value]));
    await expect.poll(values).toEqual({
      Earth: '0.45',
      'Tested on': '2026-11-24',
      Fuse: 'n/a',
      Photos: expect.stringMatching(/^\d+$/),
      Signed: expect.stringMatching(/^\d+$/),
    });

    await made.open(`/run/${entryid}/finish`);
    await heading(page, '1 value is out of limits').waitFor();
    await page.getByRole('link', { name: /^Earth 0.45 Ω/ }).waitFor();
    expect(await axeFindings(page, 'finish')).toEqual([]);
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    await page.getByText('1 value is out of limits.').first().waitFor();
    await page.getByText('Nov 24, 2026').or(page.getByText('24 Nov 2026')).waitFor();
    await page.getByText('Not applicable').waitFor();
    expect(await axeFindings(page, 'report')).toEqual([]);
    await made.open('/work-logs');
    await page.getByText('1 value is out of limits.').waitFor();
  });

  it('restores stored values, and typed and refused ones, after a restart', async () => {
    const made = await bench();
    const { page, world } = made;
    const { entryid } = await world.start('WO-9');
    const place = `/run/${entryid}/step/${world.steps[1]}`;
    await made.open(place);
    await page.getByLabel('Serial number').fill('SN-1');
    await page.getByLabel('Voltage').fill('250');
    await page.getByText('Must be 20 or less. Not saved.').waitFor();
    await expect.poll(async () => JSON.stringify((await made.run()).work_data)).toContain('SN-1');

    await made.open('/');
    const card = page.getByRole('link', { name: /WO-9/ });
    await card.getByText('Step 3 of 3').waitFor();
    await card.getByText(/By owner/).waitFor();
    await card.click();
    await expect.poll(() => page.getByLabel('Serial number').inputValue()).toBe('SN-1');
    await expect.poll(() => page.getByLabel('Voltage').inputValue()).toBe('250');
    await page.getByText('Must be 20 or less. Not saved.').waitFor();
  });
});

it('reads and shows numbers in the person’s locale, and stores plain ones', async () => {
  const made = await bench(built.browser, 'de-DE');
  const { page, world } = made;
  const { entryid } = await world.start('WO-9');
  const place = `/run/${entryid}/step/${world.steps[1]}`;
  await made.open(place);
  const volts = page.getByLabel('Voltage');
  await page.getByText('10 bis 20').waitFor();
  await volts.pressSequentially('12,5');
  await expect
    .poll(async () => (await made.run()).work_data.map(({ label, value }) => [label, value]))
    .toContainEqual(['Voltage', '12.5']);
  const noted = (words: string) =>
    page.waitForResponse((response) => {
      const request = response.request();
      return /drafts\/run%20typed/.test(request.url()) && request.postData()?.includes(words) === true;
    });
  const refused = noted('12,5 V');
  await volts.fill('12,5 V');
  await page.getByText(/Zahl erwartet, etwa 12,5\. .*12,5$/).waitFor();
  await refused;
  const forgotten = noted('{}');
  await volts.fill('12,5');
  await forgotten;
  await made.open('/');
  await made.open(place);
  await expect.poll(() => volts.inputValue()).toBe('12,5');
});

describe('more than one run, more than one person', () => {
  it('pauses, resumes and switches between runs', async () => {
    const made = await bench();
    const { page, world } = made;
    const first = await world.start('WO-A');
    await world.start('WO-B');
    await made.open(`/run/${first.entryid}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. Timers stopped.').waitFor();
    await expect
      .poll(async () => (await world.json<WorkLogEntry>('owner', `GET /work_log/${first.entryid}`)).status)
      .toBe('paused');
    await page.getByRole('button', { name: '2 open jobs' }).click();
    await page.getByRole('dialog').getByRole('link', { name: /WO-B/ }).click();
    await page.getByText('WO-B').first().waitFor();
    await page.getByRole('button', { name: '2 open jobs' }).click();
    await page.getByRole('dialog').getByRole('link', { name: /WO-A/ }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: /Abandon the job/ }).click();
    await page.getByRole('button', { name: 'Keep working' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: /Abandon the job/ }).click();
    await page.getByRole('button', { name: 'Abandon the job' }).click();
    await page.getByText('Choose a reason.').waitFor();
    await page.getByRole('radio', { name: 'Started by mistake' }).check();
    await page.getByLabel('Note for the report').fill('Wrong pump');
    await page.getByRole('button', { name: 'Abandon the job' }).click();
    await heading(page, 'Job abandoned').waitFor();
    await heading(page, 'Who did what').waitFor();
    // At the top of the report, and beside the person who said it.
    await page.getByText('Wrong pump').nth(1).waitFor();
    expect(await axeFindings(page, 'abandoned')).toEqual([]);
    const ended = await world.json<WorkLogEntry>('owner', `GET /work_log/${first.entryid}`);
    expect(ended.benchside.remarks).toMatchObject([{ reason: 'mistake', note: 'Wrong pump' }]);
  });

  it('hands a run over to another person, who takes it over with its values', async () => {
    const made = await bench();
    const { page, world, form } = made;
    const { entryid } = await world.start('WO-H');
    const serial = form.fields[0]?.field_revisionid ?? 0;
    await world.run('owner', entryid, 'PUT stepData', { fields: { [serial]: 'SN-5' } });
    await made.open(`/run/${entryid}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: /Hand over/ }).click();
    await page.getByRole('radio', { name: 'Waits for parts' }).check();
    await page.getByLabel('Note for the next person').fill('Screws are in the blue tray');
    await page.getByLabel('Who should take it over?').fill('oth');
    await page.getByRole('option', { name: 'other' }).click();
    expect(await axeFindings(page, 'hand over')).toEqual([]);
    await page.getByRole('button', { name: 'Hand over' }).click();
    await heading(page, 'This job was handed over').waitFor();
    await page.getByText('Screws are in the blue tray').waitFor();

    made.who = 'other';
    await made.open(`/guide/${world.guideid}/work`);
    await page.getByText(/By owner/).waitFor();
    // Also from the home screen, without knowing the guide.
    await made.open('/');
    await heading(page, 'Handed over by others · 1').waitFor();
    await page.getByText('Waits for parts').waitFor();
    await page.getByText('For you').waitFor();
    await page.getByRole('button', { name: 'Take over: WO-H' }).click();
    await page.getByLabel('Serial number').waitFor();
    await expect.poll(() => page.getByLabel('Serial number').inputValue()).toBe('SN-5');
    await page.getByText('Screws are in the blue tray').waitFor();
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByText('Screws are in the blue tray').waitFor({ state: 'detached' });
    await made.open(`/work-logs/${entryid}`);
    await heading(page, 'Who did what').waitFor();
    await page.getByText('Screws are in the blue tray').waitFor();
    expect((await made.run()).benchside.people.map(({ username }) => username)).toEqual(['owner', 'other']);

    made.who = 'admin';
    await made.open(`/run/${entryid}`);
    await heading(page, 'Someone else is working on this').waitFor();

    made.who = null;
    await made.open(`/guide/${world.guideid}/work`);
    await heading(page, 'Sign in to start work').waitFor();
    await made.open(`/run/${entryid}`);
    await heading(page, 'Sign in to see this').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('asks before a second run for the same work order, and for a missing number', async () => {
    const made = await bench();
    const { page, world } = made;
    await world.start('WO-1');
    await made.open(`/guide/${world.guideid}/work`);
    await page.getByLabel('Work order number').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Enter a work order number.').waitFor();
    await page.locator('h1').click();
    await page.keyboard.type('WO-1');
    await page.keyboard.press('Enter');
    await page.getByText('You have work order WO-1 open on this guide already.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Continue there' }).click();
    await page.getByText('Step 1 of 3').first().waitFor();
  });
});

it('a work order is scanned by the camera, with the desk’s own files only', async () => {
  const film = join(built.folder, 'code.y4m');
  writeFileSync(film, filmOfCode('WO-4711'));
  const withCamera = await openBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => withCamera.close());
  const { page, world, open, run } = await bench(withCamera);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await open(`/guide/${world.guideid}/work`);
  await page.getByRole('button', { name: 'Scan by camera' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Work order number' }).inputValue(), { timeout: 20_000 })
    .toBe('WO-4711');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Start work' }).press('Enter');
  await page.getByText('Step 1 of 3').first().waitFor();
  expect((await run()).workorderid).toBe('WO-4711');
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1']));
});

it('no picture is taken before the camera shows one', async () => {
  const withCamera = await openBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ]);
  onTestFinished(() => withCamera.close());
  const made = await bench(withCamera);
  const { page, world } = made;
  // A camera that starts slowly.
  await page.addInitScript(() => {
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      set(this: HTMLMediaElement, stream: unknown) {
        document.title = 'the camera is on';
        window.addEventListener('picture', () => source?.set?.call(this, stream), { once: true });
      },
    });
  });
  const { entryid } = await world.start('WO-P');
  await made.open(`/run/${entryid}/step/${world.steps[1]}`);
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect.poll(() => page.title()).toBe('the camera is on');
  await page.getByText('The camera starts …').waitFor();
  expect(await page.getByRole('button', { name: 'Take the picture' }).isDisabled()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('picture')));
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByRole('img', { name: 'Picture for Label' }).waitFor();
});

describe('a guide that changes during a run', () => {
  it('shows the changes, cautions first, and can be finished once they were acknowledged', async () => {
    const made = await bench();
    const { page, world } = made;
    const [one, two] = world.steps;
    const { entryid } = await world.start('WO-C');
    await made.open(`/run/${entryid}`);
    await page.getByText('Step 1 of 3').first().waitFor();
    const path = `/guides/${world.guideid}?unpatrolled&excludePrerequisiteSteps`;
    const step = async (id: number): Promise<{ revisionid: number; lines: object[] }> => {
      const guide = await world.json<{ steps: { stepid: number; revisionid: number; lines: object[] }[] }>(
        'owner',
        `GET ${path}`,
      );
      const found = guide.steps.find(({ stepid }) => stepid === id);
      if (!found) throw new Error('the step is there');
      return found;
    };
    const change = async (id: number, lines: object[]): Promise<void> => {
      const { revisionid } = await step(id);
      await world.json('owner', `PATCH /guides/${world.guideid}/steps/${id}?revisionid=${revisionid}`, {
        lines,
      });
    };
    await change(one, [{ text: 'Step 1, twice', bullet: 'black', level: 0, lineid: null }]);
    await change(two, [{ text: 'Hot!', bullet: 'icon_caution', level: 0, lineid: null }]);
    await made.open(`/run/${entryid}/finish`);
    await page.getByText('Guide changes not yet acknowledged').click();
    const words = await page.getByRole('dialog').locator('li').allInnerTexts();
    expect(words[0]).toMatch(/Caution[\s\S]*Hot!/);
    expect(words.join('\n')).toContain('Step 1, twice');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await expect.poll(() => page.getByText('What changed in the guide').count()).toBe(0);
    await made.open(`/run/${entryid}`);
    await page.getByText('Step 1 of 3').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const { revisionid } = await world.json<{ revisionid: number }>('owner', `GET ${path}`);
    await made.open(`/work-logs/${entryid}`);
    const read = page.locator('section', { hasText: 'Changes of the guide that were read' });
    await read.getByText(new RegExp(`^owner, .* up to revision ${revisionid}$`)).waitFor();
  });
});

/** Creates three runs of the same guide, with the form. */
async function finishedRuns({ world, form }: Bench): Promise<void> {
  const [serial, , volts] = form.fields.map(({ field_revisionid }) => field_revisionid);
  for (const [order, seconds] of [
    ['WO-1', 60],
    ['WO-2', 100],
    ['WO, "3"', 80],
  ] as const) {
    const { entryid } = await world.start(order);
    await world.run('owner', entryid, 'PUT step', { stepid: world.steps[1] });
    world.clock.now += seconds;
    await world.run('owner', entryid, 'PUT stepData', {
      fields: { [serial ?? 0]: order, [volts ?? 0]: 12 },
    });
    await world.run('owner', entryid, 'POST finish', {});
  }
}

describe('work logs', () => {
  it('chart the values of a guide by field, list those out of limits with their jobs, and are saved as CSV', async () => {
    const made = await bench();
    const { page, world, form } = made;
    const fields = form.fields.map((field) =>
      field.label === 'Voltage' ? { ...field, benchside: { highest: 15, unit: 'V' } } : field,
    );
    const { fields: limited } = await world.form(world.steps[1], fields);
    const [serial = 0, , volts = 0, , , result = 0] = limited.map(({ field_revisionid }) => field_revisionid);
    for (const [order, voltage] of [
      ['WO-1', 12],
      ['WO-2', 17.5],
    ] as const) {
      const { entryid } = await world.start(order);
      const values = { [serial]: order, [volts]: voltage, [result]: 'passed' };
      await world.run('owner', entryid, 'PUT stepData', { fields: values });
      await world.run('owner', entryid, 'POST finish', {});
    }
    await made.open(`/work-logs?guide=${world.guideid}`);
    await page.getByRole('link', { name: 'Recorded values of all jobs' }).click();
    await page.getByText('2 jobs · 1 value is out of limits').first().waitFor();
    await page.getByText('2 values, from 12 V to 17.5 V, median 14.75 V').waitFor();
    await page.locator('.recharts-reference-line').waitFor({ state: 'attached' });
    expect(await page.getByRole('region', { name: 'Result' }).innerText()).toMatch(/passed\s+2$/);
    expect(await axeFindings(page, 'values')).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export these values as CSV' }).click();
    const csv = readFileSync(await (await coming).path(), 'utf8');
    expect(csv).toMatch(/WO-2,[^,]*,\d+,Voltage,Numeric Input,17\.5,V,,15,yes/);
    await page.getByLabel('From').fill('1971-01-01');
    await page.getByText('No values in this period').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: /WO-2/ }).first().click();
    await heading(page, 'Mend the pump').waitFor();
    expect(made.place()).toMatch(/^\/work-logs\/\d+$/);
  });

  it('are listed, filtered and compared, and saved as CSV and JSON', async () => {
    const made = await bench();
    const { page, world } = made;
    await finishedRuns(made);
    await world.start('WO-4');
    await made.open('/work-logs');
    await page
      .getByText(/^4 jobs/)
      .first()
      .waitFor();
    await page.getByLabel(/^State/).selectOption('complete');
    await page
      .getByText(/^3 jobs · median 1 min/)
      .first()
      .waitFor();
    await page.getByLabel(/^Guide/).selectOption({ label: 'Mend the pump' });
    await page.getByText('3 jobs completed.', { exact: false }).waitFor();
    await page.getByLabel('Work order', { exact: true }).fill('"3"');
    await page
      .getByText(/^1 job /)
      .first()
      .waitFor();
    expect(made.place()).toBe(`/work-logs?guide=${world.guideid}&status=complete&order=%223%22`);

    const files: string[] = [];
    for (const name of ['CSV', 'JSON']) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: `Export the jobs shown as ${name}` }).click();
      files.push(readFileSync(await (await coming).path(), 'utf8'));
    }
    expect(files[0]).toContain('"WO, ""3"""');
    expect(files[0]?.split('\r\n')).toHaveLength(3);
    expect(JSON.parse(files[1] ?? '')).toMatchObject([{ workorderid: 'WO, "3"', active_duration: 80 }]);

    await page.getByRole('link', { name: /WO, "3"/ }).click();
    await page.getByText('Compared with the median of 2 earlier jobs.').waitFor();
    const row = page.getByRole('row', { name: /^3\./ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['', '1:20', '1:20', '±0:00']);
    await page.getByText('12', { exact: true }).waitFor();

    for (const place of [
      '/work-logs',
      `/run/${(await made.run()).entryid}`,
      `/guide/${world.guideid}/work`,
    ]) {
      await made.open(place);
      await page.getByText('WO-4').first().waitFor();
      expect(await axeFindings(page, place)).toEqual([]);
    }
  });

  it.each(['en-GB', 'ar'])(
    'draw how the time developed, with what is pointed at in words (%s)',
    async (locale) => {
      const made = await bench(built.browser, locale);
      const { page, world } = made;
      await finishedRuns(made);
      await made.open(`/work-logs?guide=${world.guideid}`);
      const dots = page.locator('.recharts-line-dot');
      await dots.first().waitFor();
      const boxOf = (found: Locator): Promise<DOMRect> =>
        found.evaluate((drawn) => drawn.getBoundingClientRect().toJSON());
      const plot = await boxOf(page.locator('.recharts-cartesian-grid-horizontal line').first());
      const times = page.locator('.recharts-yAxis-tick-labels text');
      expect(await times.count()).toBeGreaterThan(2);
      for (const time of await times.all()) {
        const box = await boxOf(time);
        if (locale === 'ar') expect(box.left).toBeGreaterThanOrEqual(plot.right);
        else expect(box.right).toBeLessThanOrEqual(plot.left);
      }
      const [first, last] = [await boxOf(dots.first()), await boxOf(dots.last())];
      expect(first.left < last.left).toBe(locale !== 'ar');
      await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2);
      const hint = page.locator('.recharts-tooltip-wrapper');
      await expect.poll(() => hint.innerText()).toContain('1970');
    },
  );
});
