import { readFileSync } from 'node:fs';

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import type { Someone } from '../../helpers/work.ts';
import { lowTargets } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { pdfPages } from '../helpers/pdf-pages.ts';
import { runBenches } from '../helpers/run-bench.ts';
import type { RunBench } from '../helpers/run-bench.ts';
import { workBench } from '../helpers/work-bench.ts';
import { axeFindings } from '../../helpers/axe.ts';

const built = builtPage();
const bench = runBenches(built);

const heading = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> =>
  page.getByRole('heading', { name });

/** Creates three runs of the same guide, with the form. */
async function finishedRuns({ world, form }: RunBench): Promise<void> {
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
    const next = { label: 'Next test', field_type: 'Text Input', benchside: { date: true } };
    const { fields: limited } = await world.form(world.steps[1], [...fields, next]);
    const revisionOf = (label: string): number =>
      limited.find((field) => field.label === label)?.field_revisionid ?? 0;
    for (const [order, voltage] of [
      ['WO-1', 12],
      ['WO-2', 17.5],
    ] as const) {
      const { entryid } = await world.start(order);
      const values = {
        [revisionOf('Serial number')]: order,
        [revisionOf('Voltage')]: voltage,
        [revisionOf('Result')]: 'passed',
        [revisionOf('Next test')]: '2027-03-09',
      };
      await world.run('owner', entryid, 'PUT stepData', { fields: values });
      await world.run('owner', entryid, 'POST finish', {});
    }
    await made.open(`/work-logs?guide=${world.guideid}`);
    await page.getByRole('link', { name: 'Recorded values of all jobs' }).click();
    await page.getByText('2 jobs · 1 value is out of limits').first().waitFor();
    await page.getByText('2 values, from 12 V to 17.5 V, median 14.75 V').waitFor();
    await page.locator('.recharts-reference-line').waitFor({ state: 'attached' });
    expect(await page.getByRole('region', { name: 'Result' }).innerText()).toMatch(/passed\s+2$/);
    const nextTests = page.getByRole('region', { name: 'Next test' });
    expect(await nextTests.innerText()).toMatch(/9 Mar 2027/);
    expect(await axeFindings(page, 'values')).toEqual([]);
    expect(await lowTargets(page, 'main a[href], main button')).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export these values as CSV' }).click();
    const csv = readFileSync(await (await coming).path(), 'utf8');
    expect(csv).toMatch(/WO-2,[^,]*,\d+,Voltage,Numeric Input,17\.5,V,,15,yes/);
    expect(csv).toMatch(/Next test,Text Input,2027-03-09,/);
    const from = page.getByLabel('From');
    await from.focus();
    await page.keyboard.type('01011971');
    await page.getByText('No values in this period').waitFor();
    expect(await from.inputValue()).toBe('1971-01-01');
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
    const pages = pdfPages(await page.pdf({ format: 'A4' })).map((text) => text.replaceAll('\u00a0', ' '));
    expect(pages).toEqual(
      pages.map((_text, index) => expect.stringContaining(`Page ${index + 1} of ${pages.length}`)),
    );
    expect(pages).toEqual(pages.map(() => expect.stringContaining('Work order WO, "3" · Mend the pump')));

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

  it('name the version of the guide that a job began with, on the screen, on paper and as CSV', async () => {
    const made = await workBench(built, { who: 'owner' });
    const { page, world } = made;
    const { guideid } = world;
    const { entryid } = await world.start();
    await world.run('owner', entryid, 'POST finish', {});
    const begun = await world.json<Guide>('owner', `GET /guides/${guideid}`);
    world.clock.now += 90_000;
    await world.json('owner', `PATCH /guides/${guideid}?revisionid=${begun.revisionid}`, { title: 'New' });

    await made.open(`/work-logs/${entryid}`);
    const version = `Revision ${begun.revisionid} (12 Jan 1970, 13:46)`;
    await page.getByText(version, { exact: true }).waitFor();
    expect(pdfPages(await page.pdf())[0]).toContain(`Guide at the start${version}`);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export this job as CSV' }).click();
    const csv = readFileSync(await (await coming).path(), 'utf8');
    expect(csv).toMatch(/,guide,guide_revision,guide_revision_date,/);
    expect(csv).toContain(`,New,${begun.revisionid},1970-01-12T13:46:40.000Z,`);

    world.core.ctx.store.transact(null, (s) =>
      s.db.run(sql`DELETE FROM guide_revision WHERE guideid = ${guideid}`),
    );
    await made.open(`/work-logs/${entryid}`);
    await page.getByText(`Revision ${begun.revisionid}`, { exact: true }).waitFor();
  });

  it("compare a job with those that its reader may see, and say so where another person's is hidden", async () => {
    const made = await workBench(built);
    const { page, world } = made;
    const finish = async (who: Someone, workorderid: string): Promise<number> => {
      const json = { guideid: world.guideid, workorderid };
      const { entryid } = await world.json<WorkLogEntry>(who, 'POST /work_log', json);
      world.clock.now += 60;
      await world.run(who, entryid, 'POST finish', {});
      return entryid;
    };
    await finish('other', 'WO-1');
    const entryid = await finish('owner', 'WO-2');
    made.who = 'owner';
    await made.open(`/work-logs/${entryid}`);
    await page
      .getByText('There are no earlier jobs with this guide that you may see to compare with.')
      .waitFor();
    made.who = 'author';
    await made.open(`/work-logs/${entryid}`);
    await page.getByText('Compared with one earlier job.').waitFor();
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
