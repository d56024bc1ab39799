import type { Page } from 'playwright';
import { onTestFinished, test } from 'vitest';

import { openBrowser } from '../renderer/helpers/browser.ts';
import { shoot } from './camera.ts';
import { patient } from './desk.ts';
import { people, startFullHub } from './workshop.ts';

const screens: readonly (readonly [name: string, place: string, words: string])[] = [
  ['hub-overview', '/admin', 'Needs attention'],
  ['hub-people', '/admin/people', '(you)'],
  ['hub-person', `/admin/people/${people.tomasz.userid}`, 'Forgotten password'],
  ['hub-teams', '/admin/teams', 'Electronics'],
  ['hub-team', '/admin/teams/1', 'Join code'],
  ['hub-devices', '/admin/devices', 'bench-7'],
  ['hub-releases', '/admin/releases', 'After the first release'],
  ['hub-flags', '/admin/flags', 'Needs work'],
  ['hub-glossary', '/admin/glossary', 'German'],
];

test('the screens of a hub in the browser', async () => {
  const hub = await startFullHub('tomasz');
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.setDefaultTimeout(patient.timeout);
  const { origin } = new URL(hub.url);
  await signIn(page, origin);
  for (const [name, place, words] of screens) {
    await page.goto(`${origin}/#${place}`);
    await page.getByText(words).first().waitFor();
    await shoot(page, name);
  }
});

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/sign-in`);
  await page.getByLabel('Email address').fill(people.maren.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(people.maren.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
}
