import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { heading } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { runBenches } from '../helpers/run-bench.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';

const built = builtPage();
const bench = runBenches(built);

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

  it('leads to the next required field while it is below the edge of the screen', async () => {
    const { page, open, world, form } = await bench();
    const [serial, , voltage] = form.fields;
    const { entryid } = await world.start('WO-B');
    await world.run('owner', entryid, 'PUT stepData', {
      fields: { [serial?.field_revisionid ?? 0]: 'SN-1' },
    });
    await page.setViewportSize({ width: 1280, height: 600 });
    await open(`/run/${entryid}/step/${world.steps[1]}`);
    const more = page.getByRole('button', { name: '2 required fields left' });
    await more.click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe(`field-${voltage?.field_revisionid}`);
    await expect.poll(() => more.count()).toBe(0);
  });

  it('does not lead down to a field that a jump to the end has left above', async () => {
    const { page, open, world } = await bench();
    const { entryid } = await world.start('WO-B');
    await page.setViewportSize({ width: 1280, height: 400 });
    await open(`/run/${entryid}/step/${world.steps[1]}`);
    const more = page.getByRole('button', { name: /required fields? left/ });
    await more.waitFor();
    const words = page.locator('[data-step-words]');
    await words.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }));
    const edge = (await words.boundingBox())?.y ?? 0;
    const serial = page.getByLabel('Serial number');
    await expect.poll(async () => ((await serial.boundingBox())?.y ?? edge) < edge).toBe(true);
    await expect.poll(() => more.count()).toBe(0);
  });

  it('keeps the control that has the focus clear of the button to the next required field', async () => {
    const { page, open, world } = await bench();
    const stepid = world.steps[1];
    const fields = Array.from({ length: 12 }, (_, n) => ({
      label: `Value ${n}`,
      field_type: 'Text Input',
      required: n > 9,
      benchside: { notApplicable: true },
    }));
    await world.form(stepid, fields);
    const { entryid } = await world.start('WO-F');
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(`/run/${entryid}/step/${stepid}`);
    const more = page.getByRole('button', { name: '2 required fields left' });
    await more.waitFor();
    await page.getByLabel('Value 0').focus();
    const covered: string[] = [];
    for (let presses = 0; presses < 20; presses += 1) {
      await whenStill(page);
      // One question for the button and its place: it may go between two of them.
      const [cover] = await more.evaluateAll((buttons) =>
        buttons.map((button) => {
          const { y, height } = button.getBoundingClientRect();
          return { y, height };
        }),
      );
      const focused = page.locator(':focus');
      const at = await focused.boundingBox();
      if (at && cover && at.y < cover.y + cover.height && at.y + at.height > cover.y)
        covered.push(`${presses}: ${await focused.evaluate((element) => element.outerHTML.slice(0, 80))}`);
      await page.keyboard.press('Tab');
    }
    expect(covered).toEqual([]);
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
    await made.open('/work-logs');
    await page.getByText('1 step was not visited.').waitFor();
    expect(await axeFindings(page, 'log')).toEqual([]);
  });

  it('shows the conclusion as the last step, and offers afterwards what can be said about the guide', async () => {
    const made = await bench();
    const { page, world } = made;
    const readable = await world.json<{ revisionid: number }>('owner', `GET /guides/${world.guideid}`);
    await world.json('owner', `PATCH /guides/${world.guideid}?revisionid=${readable.revisionid}`, {
      conclusion: 'Test with the housing closed.',
    });
    const { entryid } = await world.start('WO-31');
    await made.open(`/run/${entryid}/finish`);
    await heading(page, 'The conclusion was not read.').waitFor();
    await page.getByRole('link', { name: 'Conclusion' }).click();
    await expect.poll(async () => (await made.run()).benchside.conclusion).toBe('read');
    await made.open('/');
    await page.getByRole('link', { name: /WO-31/ }).getByText('At the conclusion').waitFor();
    await page.getByRole('link', { name: /WO-31/ }).click();
    await heading(page, 'Conclusion').waitFor();
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
    await heading(page, 'Finish the job?').waitFor();
    expect(await page.getByText('The conclusion was not read.').count()).toBe(0);
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

    await world.form(world.steps[1], []);
    const next = await world.start('WO-32');
    await made.open(`/run/${next.entryid}/finish`);
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'The conclusion was not read.').waitFor();
    expect(await axeFindings(page, 'unread')).toEqual([]);
  });

  it('names obligatory steps that were not visited, and ends without them only for a reason', async () => {
    const made = await bench();
    const { page, world } = made;
    const [one, two] = world.steps;
    await made.open(`/edit/guide/${world.guideid}/form/${one}`);
    await page.getByRole('checkbox', { name: 'Obligatory step' }).click();
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

  it('keeps what was refused when the form on screen gets other ids, as one that was made at a desk does', async () => {
    const made = await bench();
    const { page, world, form } = made;
    const { entryid } = await world.start('WO-61');
    await made.open(`/run/${entryid}/step/${world.steps[1]}`);
    await page.getByLabel('Voltage').fill('30');
    const refused = page.getByText(/20 or less\. Not saved\.$/i);
    await refused.waitFor();
    await page
      .getByLabel('Choose a file: Label')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    const unstored = page.getByRole('alert');
    await unstored.waitFor();
    await world.form(
      world.steps[1],
      form.fields.map((field) => ({ ...field, field_guid: `${field.field_guid}_of_the_site` })),
    );
    const control = page.locator(`[id="field-${form.fields[0]?.field_revisionid}"]`);
    const afterFocus = async (): Promise<number> => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return control.count();
    };
    await expect.poll(afterFocus, { timeout: 20_000 }).toBe(0);
    expect(await unstored.count()).toBe(1);
    expect(await page.getByLabel('Voltage').inputValue()).toBe('30');
    await refused.waitFor();
    await page.getByLabel('Voltage').fill('12.5');
    await expect.poll(async () => (await made.run()).work_data.map(({ value }) => value)).toEqual(['12.5']);
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

    const signed = async (): Promise<string | undefined> =>
      (await made.run()).work_data.find(({ label }) => label === 'Signed')?.value;
    await expect.poll(signed).toMatch(/^\d+$/);
    const drawn = await signed();
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === document.body) return '';
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
      });
    await expect.poll(focused).toContain('Sign again');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Or type your full name: Signed');
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Sign with this name' }).isDisabled()).toBe(true);
    await page.keyboard.type('Jana Holm');
    expect(await axeFindings(page, 'signature')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Picture for Signed' }).waitFor();
    await expect.poll(signed).toMatch(/^\d+$/);
    expect(await signed()).not.toBe(drawn);
    await expect.poll(focused).toContain('Sign again');
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

  it('asks a required check box for an answer, and reports also a "No"', async () => {
    const made = await bench();
    const { page, world } = made;
    const stepid = world.steps[0];
    await world.form(stepid, [
      { label: 'Cord without damage', field_type: 'Checkbox', benchside: { required: true, noFails: true } },
      { label: 'Cleaned', field_type: 'Checkbox' },
    ]);
    await world.form(world.steps[1], []);
    const { entryid } = await world.start('WO-C');
    await made.open(`/run/${entryid}/finish`);
    await heading(page, '1 item left to complete').waitFor();
    expect(await page.getByRole('button', { name: 'Finish the job' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Cord without damage required' }).click();
    await page.getByText('1 required field left').first().waitFor();
    await page
      .getByRole('group', { name: 'Cord without damage required' })
      .getByText('Needs an answer')
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Yes');
    expect(await axeFindings(page, 'asked')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('All required fields are filled in').first().waitFor();
    await page.getByRole('checkbox', { name: 'Cord without damage', checked: false }).waitFor();
    await page.getByText('Out of limits: must be “Yes”').waitFor();
    await made.open(`/run/${entryid}/finish`);
    await heading(page, '1 value is out of limits').waitFor();
    await page.getByRole('link', { name: /^Cord without damage No/ }).waitFor();
    expect(await axeFindings(page, 'failed')).toEqual([]);
    await page.getByRole('button', { name: 'Finish the job' }).click();
    await heading(page, 'Job finished').waitFor();
    await page.getByText('Cord without damage: No (Limits: must be “Yes”)').waitFor();
    await page.getByText('No', { exact: true }).waitFor();
    await made.open(`/recorded-values/${world.guideid}`);
    await page.getByText('Cord without damage: No', { exact: true }).waitFor();
    expect((await made.run()).work_data.map(({ label, value }) => [label, value])).toEqual([
      ['Cord without damage', '0'],
    ]);
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
