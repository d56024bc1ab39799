import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { folder, goTo, launchDesk, screenshot, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';
import { axeFindings } from '../helpers/axe.ts';

/** Each place, with the heading that shows that it is open. */
const places = {
  home: ['/', 'Categories'],
  category: ['/category/Cordless%20drill', 'Cordless drill'],
  search: ['/search?q=drill', /result/],
  guide: ['/guide/5', 'Cordless Drill Trigger Switch Replacement'],
  step: ['/guide/5/step/501', 'Know what is where'],
  sync: ['/sync', 'On this desk'],
  settings: ['/settings', 'Settings'],
  account: ['/account', 'Your account'],
  'sign-in': ['/sign-in', 'Sign in'],
} as const;

test('axe finds nothing serious on any screen, in light and in dark', async () => {
  const hub = await startHub();
  const trial = `${technician.email}:${technician.password}`;
  const { page } = await launchDesk({ data: folder(), site: hub.url, env: { BENCHSIDE_TRIAL: trial } });
  await untilSynced(page);
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await show(page, scheme);
    for (const [name, [place, heading]] of Object.entries(places)) {
      await goTo(page, place);
      await page.getByRole('heading', { name: heading }).or(page.getByText(heading)).first().waitFor();
      found.push(...(await axeFindings(page, `${name}, ${scheme}`)));
      await screenshot(page, `${scheme}-${name}`);
    }
  }
  expect(found).toEqual([]);
});

test('axe finds nothing serious on the page that asks for a site', async () => {
  const { page } = await launchDesk({ data: folder() });
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await show(page, scheme);
    await page.getByRole('heading', { name: 'Connect to your site' }).waitFor();
    found.push(...(await axeFindings(page, `connect, ${scheme}`)));
    await screenshot(page, `${scheme}-connect`);
  }
  expect(found).toEqual([]);
});

/** Playwright emulates a colour scheme for pages. The page's own colour shows that it is in effect. */
async function show(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const brightness = (): Promise<number> =>
    page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
  if (scheme === 'dark') await expect.poll(brightness).toBeLessThan(60);
  else await expect.poll(brightness).toBeGreaterThan(200);
}
