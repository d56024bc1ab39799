import { expect, test } from 'vitest';

import {
  folder,
  goTo,
  holdBack,
  launchDesk,
  shown,
  startHub,
  untilPicturesDecoded,
  untilSynced,
} from './helpers.ts';

test('a new desk shows its first sync, shows guides before their pictures, and needs no hub afterwards', async () => {
  const hub = await startHub();
  const texts = /^\/api\/2\.0\/benchside\/changes/;
  const pictures = /^\/igi\//;
  const gate = await holdBack(hub, [texts, pictures]);
  const data = folder();
  const first = await launchDesk({ data, site: gate.url });

  await first.page.getByRole('heading', { name: 'Downloading guides to this desk' }).waitFor();
  await first.page.getByRole('progressbar', { name: 'Guides' }).waitFor();
  await shown(first.page, 'first-sync');
  gate.open(texts);
  await first.page.getByText(/^Downloading pictures/).waitFor();
  await goTo(first.page, '/guide/5');
  await first.page
    .getByRole('heading', { name: 'Cordless Drill Trigger Switch Replacement', level: 1 })
    .waitFor();
  gate.open(pictures);
  await goTo(first.page, '/');
  await untilSynced(first.page);

  await findAndRead(first.page, 'online');
  expect(first.errors).toEqual([]);
  await first.close();

  await hub.stop();
  const second = await launchDesk({ data });
  await goTo(second.page, '/');
  await findAndRead(second.page, 'offline');
  await second.page.reload();
  await second.page.getByRole('heading', { name: 'Done' }).waitFor();
  const carryOn = second.page.getByRole('heading', { name: 'Continue' });
  const back = async (): Promise<void> => {
    await goTo(second.page, '/');
    await second.page.getByRole('heading', { name: 'Recently read' }).waitFor();
  };
  await back();
  expect(await carryOn.count()).toBe(0);
  await second.page
    .getByRole('link', { name: /Cordless Drill Trigger Switch/ })
    .first()
    .click();
  await second.page.getByText('Ready offline').waitFor();
  await back();
  expect(await carryOn.count()).toBe(0);
  expect(second.errors).toEqual([]);
});

type Page = Parameters<typeof goTo>[0];

/** Acts like a technician: looks around, types a few letters, reads to the end by keyboard. */
async function findAndRead(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  await page
    .getByRole('link', { name: /Bench power tools/ })
    .first()
    .waitFor();
  await untilPicturesDecoded(page, 'main');
  await shown(page, `home-${name}`);

  await page.keyboard.press('/');
  await page.keyboard.type('swi');
  const hit = page
    .locator('main [data-row]')
    .filter({ hasText: 'Cordless Drill Trigger Switch Replacement' });
  await hit.waitFor();
  await untilPicturesDecoded(page, 'main');
  await shown(page, `search-${name}`);
  await hit.press('Enter');

  await page.getByRole('heading', { name: 'Cordless Drill Trigger Switch Replacement', level: 1 }).waitFor();
  await page.getByText('Ready offline').waitFor();
  await untilPicturesDecoded(page, 'main');
  await shown(page, `guide-${name}`);
  const start = { name: /^(Start: \d+ steps|From the start)/ };
  await page.getByRole('link', start).or(page.getByRole('button', start)).first().click();

  let steps = 0;
  for (let step = 1; ; step += 1) {
    const position = page.getByText(new RegExp(`^Step ${step} of \\d+`)).first();
    await position.waitFor();
    steps = Number(/of (\d+)/.exec(await position.innerText())?.[1]);
    await untilPicturesDecoded(page, 'main');
    if (step === 2) await shown(page, `step-${name}`);
    await page.keyboard.press('ArrowRight');
    if (step === steps) break;
  }
  expect(steps).toBeGreaterThan(5);
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await shown(page, `finished-${name}`);
}
