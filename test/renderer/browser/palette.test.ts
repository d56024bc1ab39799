import { expect, it } from 'vitest';

import { builtPage } from '../helpers/built-page.ts';
import { workBench } from '../helpers/work-bench.ts';

const built = builtPage();

it('the palette starts work on the guide at hand: on its pages, in its jobs, and with a typed order that has no job yet', async () => {
  const made = await workBench(built);
  const { page, world } = made;
  const { guideid } = world;
  const { entryid } = await world.start('WO-1');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const here = palette.getByRole('button', { name: 'Start work on this guide' });
  const typeIn = async (place: string, text: string): Promise<void> => {
    await made.open(place);
    await page.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type(text);
  };
  const guidePlaces = [`/guide/${guideid}`, `/edit/guide/${guideid}`, `/recorded-values/${guideid}`];
  for (const place of [...guidePlaces, `/run/${entryid}`, `/work-logs/${entryid}`]) {
    await typeIn(place, 'start work');
    await here.waitFor();
  }
  await typeIn('/', 'start work 1234');
  await palette.getByText('Nothing fits.').first().waitFor();

  await typeIn(`/work-logs/${entryid}`, 'start work WO-1234');
  const offer = palette.getByRole('button', { name: 'Start work order WO-1234 on this guide' });
  await offer.waitFor();
  expect(await offer.getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Work order number').inputValue()).toBe('WO-1234');
  expect(new URL(page.url()).hash).toBe(`#/guide/${guideid}/work`);

  // Words without a number name a guide.
  await typeIn(`/guide/${guideid}`, 'start work pump');
  await palette.getByRole('button', { name: 'Mend the pump' }).waitFor();
  expect(await palette.getByRole('button', { name: /on this guide/ }).count()).toBe(0);

  made.who = null;
  await typeIn(`/guide/${guideid}`, 'start work WO-1234');
  await palette.getByText('Nothing fits.').first().waitFor();
});
