import { describe, expect, it } from 'vitest';

import { deskPage } from '../helpers/desk-page.ts';

const at = deskPage();

describe('search', () => {
  it('prefetches the target of a link during the tap', async () => {
    await at.open('/search?q=pump');
    const row = at.page.locator('main a[href="#/guide/1"]').first();
    await row.hover();
    const asked = at.page.waitForRequest(/\/guides\/1\?/);
    await at.page.mouse.down();
    await asked;
    expect(at.place()).toBe('/search?q=pump');
    await at.page.mouse.up();
    await expect.poll(at.place).toBe('/guide/1');
  });

  it('searches at once for each key, and once for a quick burst', async () => {
    await at.open('/search?q=x');
    await at.heading(/./).first().waitFor();
    const asked: string[] = [];
    at.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/benchside/search')) asked.push(searchParams.get('q') ?? '');
    });
    const field = at.page.getByRole('searchbox');
    await field.fill('pum');
    await expect.poll(() => asked).toEqual(['pum']);
    await at.page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('input[type=search]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      // The keys follow each other at once, however slow this machine is.
      const { now } = performance;
      const at = performance.now();
      performance.now = () => at;
      for (const text of ['pump', 'pump s', 'pump seal']) {
        set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      performance.now = now;
    });
    await expect.poll(() => asked.at(-1)).toBe('pump seal');
    expect(asked).not.toContain('pump s');
  });

  it('names its corrections, filters by chips, and helps when nothing is found', async () => {
    await at.open('/search?q=pmup');
    await at.page.getByText('Showing results for “pump”').waitFor();
    await at.page.getByRole('button', { name: /Teardown/ }).click();
    await expect.poll(at.place).toContain('type=teardown');
    await at.page.getByRole('searchbox').fill('zzz');
    await at.heading('Nothing found for “zzz”').waitFor();
    await at.page.keyboard.press('Escape');
    await at.heading('Type a few letters').waitFor();
  });

  it('offers the job of a work order and the jobs of a person above the guides', async () => {
    const job = { entryid: 7, guideid: 1, workorderid: 'WO-2001', title: 'Pump Seal Replacement' };
    at.desk.answers.set('GET /benchside/search/work', {
      status: 200,
      body: {
        jobs: [
          { ...job, userid: 3, username: 'Jana Holm', status: 'paused' },
          { ...job, entryid: 8, userid: 4, username: 'Ines Duval', status: 'suspended' },
        ],
        assigned: [],
        people: [{ userid: 4, username: 'Ines Duval' }],
      },
    });
    await at.open('/search?q=zzz WO-2001');
    const rows = at.page.getByRole('list', { name: 'Jobs and people' }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href')))).toEqual([
      '#/run/7',
      '#/guide/1/work',
      '#/work-logs?person=4',
    ]);
    expect(await at.page.getByText('Nothing found').count()).toBe(0);
    at.desk.answers.delete('GET /benchside/search/work');
  });

  it('returns to exactly where it began on Esc, and stays when the field is empty', async () => {
    await at.open('/guide/1/step/11');
    await at.untilStep(3);
    await at.page.keyboard.press('/');
    const field = at.page.getByRole('searchbox');
    await field.waitFor();
    await at.page.keyboard.type('pump');
    await at.heading('2 results').waitFor();
    await field.fill('');
    await at.heading('Type a few letters').waitFor();
    expect(at.place()).toBe('/search');
    await at.page.keyboard.type('pump');
    await at.heading('2 results').waitFor();
    await at.page.keyboard.press('Escape');
    await expect.poll(at.place).toBe('/guide/1/step/11');
    await at.untilStep(3);

    await at.open('/guide/1');
    await at.heading(/./).first().waitFor();
    await at.page.keyboard.press('/');
    await at.page.keyboard.type('pump');
    await at.heading('2 results').waitFor();
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('Escape');
    await expect.poll(at.place).toBe('/guide/1');
    expect(at.complaints).toEqual([]);
  });
});

describe('categories', () => {
  it('draw only the visible part of a long list, filter it, and open titles with any character', async () => {
    await at.open('/category/Pumps');
    await at.page.getByText('120 guides').first().waitFor();
    const rows = at.page.locator('main [data-row]');
    expect(await rows.count()).toBeLessThan(40);
    await at.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await at.page.getByRole('link', { name: /Pump 120/ }).waitFor();
    const edges = await rows.evaluateAll((all) =>
      all
        .map((row) => row.getBoundingClientRect())
        .sort((a, b) => a.top - b.top)
        .map(({ top, bottom }) => ({ top, bottom })),
    );
    for (const [index, { top }] of edges.entries())
      expect(top).toBeGreaterThanOrEqual(edges[index - 1]?.bottom ?? top);
    await at.page.evaluate(() => scrollTo(0, 0));
    await at.page.getByRole('link', { name: /Pump 1\b/ }).waitFor();
    await at.page.getByLabel('Type').selectOption({ label: 'Teardown' });
    await at.page.getByText('60 guides').first().waitFor();
    await at.page.getByRole('link', { name: /50% Wool/ }).click();
    await at.heading('50% Wool / Felt').waitFor();
    await at.heading('Nothing in here yet').waitFor();
  });
});
