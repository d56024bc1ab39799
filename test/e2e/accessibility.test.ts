import { expect, test } from 'vitest';

import { folder, goTo, launchDesk, screenshots, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';
import { axeFindingsInBothSchemes } from '../helpers/axe.ts';

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
  for (const [name, [place, heading]] of Object.entries(places)) {
    await goTo(page, place);
    await page.getByRole('heading', { name: heading }).or(page.getByText(heading)).first().waitFor();
    found.push(...(await axeFindingsInBothSchemes(page, name)));
    await screenshots(page, name);
  }
  expect(found).toEqual([]);
});

test('axe finds nothing serious on the page that asks for a site', async () => {
  const { page } = await launchDesk({ data: folder() });
  await page.getByRole('heading', { name: 'Connect to your hub' }).waitFor();
  await screenshots(page, 'connect');
  expect(await axeFindingsInBothSchemes(page, 'connect')).toEqual([]);
});
