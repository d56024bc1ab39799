import { describe, expect, it } from 'vitest';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { heading } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { runBenches } from '../helpers/run-bench.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';

const built = builtPage();
const bench = runBenches(built);

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
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: /WO-B/ }).waitFor();
    await whenStill(page);
    const [title, note, card] = await Promise.all(
      [
        sheet.getByRole('heading', { level: 2 }),
        sheet.getByText(/^Timers keep running/),
        sheet.getByRole('link', { name: /WO-B/ }),
      ].map(async (part) => {
        const { x = NaN } = (await part.boundingBox()) ?? {};
        return x + (await part.evaluate((element) => parseFloat(getComputedStyle(element).paddingLeft)));
      }),
    );
    expect([title, note]).toEqual([note, card]);
    await sheet.getByRole('link', { name: /WO-B/ }).click();
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
    await made.open(`/guide/${world.guideid}`);
    await page.getByRole('link', { name: 'Jobs with this guide' }).waitFor();
    await page.getByRole('link', { name: 'Recorded values of all jobs' }).waitFor();
    await made.open(`/run/${entryid}`);
    const handOver = page.getByRole('button', { name: 'Hand over' });
    const widthOfWord = async () => (await handOver.getByText('Hand over').boundingBox())?.width ?? 0;
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(widthOfWord).toBeGreaterThan(40);
    const sign = await handOver.locator('svg').boundingBox();
    expect(sign?.width ?? 0, 'beside its word').toBeLessThan(
      ((await handOver.getByText('Hand over').boundingBox())?.x ?? 0) - (sign?.x ?? 0),
    );
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(widthOfWord).toBeLessThan(2);
    await handOver.click();
    await page.getByRole('radio', { name: 'Waits for parts' }).check();
    await page.getByLabel('Note for the next person').fill('Screws are in the blue tray');
    await page.getByLabel('Who should take it over?').fill('oth');
    await page.getByRole('option', { name: 'other' }).click();
    const remove = page.getByRole('button', { name: 'Do not leave it to other' });
    await whenStill(page);
    expect((await remove.boundingBox())?.height).toBe(48);
    expect((await remove.locator('svg').boundingBox())?.height).toBeLessThan(48);
    expect(await axeFindings(page, 'hand over')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
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
    await made.open(`/guide/${world.guideid}`);
    await page.getByRole('link', { name: 'Start work' }).waitFor();
    expect(await page.getByRole('link', { name: /^(Jobs with|Recorded values)/ }).count()).toBe(0);
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
    const items = page.getByRole('dialog').locator('li');
    await items.filter({ hasText: 'Step 1, twice' }).first().waitFor();
    expect(await items.first().innerText()).toMatch(/Caution[\s\S]*Hot!/);
    const stored = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/benchside/drafts/'),
    );
    await page.getByRole('button', { name: 'I have read this' }).click();
    await expect.poll(() => page.getByText('What changed in the guide').count()).toBe(0);
    // A page that is left may take requests with it that are on their way.
    await stored;
    await made.open(`/run/${entryid}`);
    await page.getByText('Step 1 of 3').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const { revisionid } = await world.json<{ revisionid: number }>('owner', `GET ${path}`);
    await made.open(`/work-logs/${entryid}`);
    const read = page.locator('section', { hasText: 'Changes of the guide that were read' });
    await read.getByText(new RegExp(`^owner, .* up to revision ${revisionid}$`)).waitFor();
  });
});
