import { expect, it } from 'vitest';

import { builtPage } from '../helpers/built-page.ts';
import { scan } from '../helpers/scan.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('a scan on any screen opens the job of an order, its start, a guide, or the search; a field keeps it', async () => {
  const at = await workBench(built, { who: 'owner' });
  const { page, world } = at;
  const { entryid } = await world.start('WO-4711');
  await world.json('admin', 'POST /benchside/assignments', {
    guideid: world.guideid,
    workorderid: 'WO-4712',
    userid: world.userids.owner,
  });
  const opens = async (place: string): Promise<void> => {
    await page.waitForURL((url) => url.hash.startsWith(`#${place}`));
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await at.open('/work-logs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await scan(page, 'WO-4711');
  await opens(`/run/${entryid}`);
  await scan(page, 'wo-4712');
  await opens(`/guide/${world.guideid}/work?order=WO-4712`);
  await at.open('/work-logs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await scan(page, `benchside://guide/${world.guideid}`);
  await opens(`/guide/${world.guideid}`);
  await scan(page, 'WO-9999');
  await opens('/search?q=WO-9999');

  await at.open('/work-logs');
  const field = page.getByRole('searchbox').or(page.locator('input[type=text]')).first();
  await field.focus();
  await scan(page, 'WO-4711');
  await expect.poll(() => field.inputValue()).toBe('WO-4711');
  expect(new URL(page.url()).hash).not.toContain('/run/');
});
