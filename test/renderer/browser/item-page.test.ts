import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('the page of a part or tool lists the guides with its name, but none with a similar one', async () => {
  const { page, world, open } = await workBench(built);
  const guide = await world.json<Guide>('author', `GET /guides/${world.guideid}`);
  await world.json('author', `PATCH /guides/${world.guideid}?revisionid=${guide.revisionid}`, {
    tools: [{ name: 'Feeler gauge', quantity: 1 }],
  });
  await world.json('author', 'POST /wikis', {
    namespace: 'ITEM',
    title: 'Feeler gauges of brass',
    contents: 'Thin.',
  });
  await open('/wiki/ITEM/Feeler%20gauge');
  await page.getByRole('heading', { name: 'Guides that mention it' }).waitFor();
  expect(await axeFindings(page, 'item')).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: guide.title }).click();
  await page.getByRole('link', { name: 'Start work' }).waitFor();

  await open('/wiki/ITEM/Feeler%20gauges%20of%20brass');
  const answered = page.waitForResponse(/benchside\/search\?/);
  await page.getByRole('heading', { name: 'Feeler gauges of brass' }).waitFor();
  await answered;
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { name: 'Guides that mention it' }).count()).toBe(0);
});
