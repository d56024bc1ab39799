import { expect, it } from 'vitest';

import { axeFindings } from '../../helpers/axe.ts';
import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('a search of which only a part was found is reported, and one that was found is not', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  made.who = 'other';
  const reports: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/failed-searches')) reports.push(request.postData());
  });
  await made.open('/search?q=mend%20pump');
  await page.getByRole('heading', { name: '1 result' }).waitFor();
  await page.waitForTimeout(4_000);
  await made.open('/search?q=pump%20squeak');
  await page.getByText('Without: squeak').first().waitFor();
  await expect.poll(() => reports).toEqual(['{"words":"pump squeak"}']);
  expect(await world.json('author', 'GET /benchside/failed-searches')).toMatchObject({
    results: [{ words: 'pump squeak', count: 1 }],
  });
});

it('a search that found nothing is reported, and an author adds a synonym for it or removes it', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  made.who = 'other';
  await made.open('/search?q=flux%20capacitor');
  await expect
    .poll(() => world.json('author', 'GET /benchside/failed-searches'), { timeout: 20_000 })
    .toMatchObject({ results: [{ words: 'flux capacitor', count: 1 }] });

  made.who = 'author';
  await made.open('/admin/glossary');
  await page.getByText(/Searched once, last/).waitFor();
  expect(await axeFindings(page, 'searches')).toEqual([]);
  await page.getByRole('link', { name: 'Write a guide' }).click();
  await page.getByRole('heading', { name: 'New guide' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('flux capacitor');
  await page.goBack();
  await page.getByRole('button', { name: 'Add a synonym for flux capacitor' }).click();
  await page.keyboard.type('pump');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The synonyms are saved.').waitFor();
  const { sets } = await world.json<{ sets: string[][] }>('author', 'GET /benchside/synonyms');
  expect(sets).toContainEqual(['flux capacitor', 'pump']);
  await page.getByRole('button', { name: 'Remove flux capacitor' }).click();
  await page.getByText('Every search so far had a full match.').waitFor();
});
