import { test } from 'vitest';

import type { KioskSettings } from '../../shared/model/kiosk.ts';
import { call, folder, goTo, launchDesk, untilSynced } from '../e2e/helpers.ts';
import { shoot } from './camera.ts';
import { patient, runOf } from './desk.ts';
import { formGuide, people, startFullHub } from './workshop.ts';

const settings: KioskSettings = {
  on: true,
  idleSeconds: 3600,
  badgeAlone: true,
  allowed: 'work-and-reading',
};
const means = {
  maren: { pin: '640213', badge: '04C1-0001-99' },
  ines: { pin: '7391', badge: '04B7-55C0-12' },
  tomasz: { pin: '2580', badge: '04A2-19F3-77' },
} as const;

test('the screens of a kiosk', async () => {
  const hub = await startFullHub('tomasz', 'ines');
  const { page } = await launchDesk({ data: folder(), site: hub.url });
  page.setDefaultTimeout(patient.timeout);
  await untilSynced(page);
  for (const [who, { pin, badge }] of Object.entries(means) as [
    keyof typeof means,
    { pin: string; badge: string },
  ][]) {
    const { email, password } = people[who];
    await call(page, 'POST', '/user/token', { email, password });
    await call(page, 'PUT', '/benchside/kiosk/me', { password, pin, badge });
  }
  const { email, password } = people.maren;
  await call(page, 'POST', '/user/token', { email, password });
  await call(page, 'PATCH', '/benchside/settings', { deskName: 'bench-2' });
  await call(page, 'PUT', '/benchside/kiosk', settings);
  await page.reload();

  await page.getByRole('dialog', { name: 'Sign in at this desk' }).waitFor();
  await untilSynced(page);
  await shoot(page, 'kiosk-cover');
  await page.getByRole('button', { name: /^Tomasz Brand/ }).click();
  await page.getByRole('heading', { name: 'PIN of Tomasz Brand' }).waitFor();
  await page.keyboard.press('2');
  await page.keyboard.press('5');
  await shoot(page, 'kiosk-pin');
  await page.keyboard.type('80', { delay: 80 });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /what are you working on/ }).waitFor();
  await shoot(page, 'kiosk-home');
  const entryid = await runOf(page, 'WO-1402');
  await goTo(page, `/run/${entryid}/step/${formGuide.stepid}`);
  await page.getByLabel('Inventory number').fill('KT-0418');
  await page.getByText('I', { exact: true }).first().click();
  await page.getByText('Saved').first().waitFor();
  await page.getByLabel('Inventory number').blur();
  await shoot(page, 'kiosk-run', { top: '[data-step-form]' });
});
