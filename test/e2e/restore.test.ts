import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { axeFindingsInBothSchemes } from '../helpers/axe.ts';
import { folder, goTo, launchDesk, screenshot, screenshots, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';

const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };

const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([verb, place, sent]) => {
      const init: RequestInit = { method: verb };
      if (sent !== '') {
        init.headers = { 'Content-Type': 'application/json' };
        init.body = sent;
      }
      const answer = await fetch(`/api/2.0${place}`, init);
      if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
      const text = await answer.text();
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

test('a desk restores yesterday’s copy on its own screen, with all later work', async () => {
  const hub = await startHub();
  const data = folder();
  const { page, errors } = await launchDesk({ data, site: hub.url, env: trial });
  await untilSynced(page);
  await hub.stop();
  const { entryid } = await call<{ entryid: number }>(page, 'POST', '/work_log', {
    guideid: 5,
    workorderid: 'WO-since',
  });
  await call(page, 'PUT', '/benchside/drafts/words', { half: 'a wor' });

  await goTo(page, '/sync/storage');
  const copies = page.getByRole('heading', { name: 'Backups' });
  await copies.scrollIntoViewIfNeeded();
  await page.getByText('Verified: restores completely').waitFor();
  await screenshots(page, 'copies');
  expect(await axeFindingsInBothSchemes(page)).toEqual([]);
  const back = page.getByRole('button', { name: /^Restore \(/ });
  await back.press('Enter');
  await page.getByRole('dialog', { name: /^Restore the backup of/ }).waitFor();
  await screenshot(page, 'copies-ask');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(existsSync(join(data, 'replaced-1'))).toBe(false);

  await back.click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText(/was restored, with all later changes/).waitFor();
  await screenshot(page, 'copies-back');
  expect(existsSync(join(data, 'replaced-1/benchside.sqlite'))).toBe(true);
  expect(existsSync(join(data, 'backups/restore.json'))).toBe(false);
  const { results } = await call<{ results: { workorderid: string }[] }>(page, 'GET', '/work_log');
  expect(results.map(({ workorderid }) => workorderid)).toEqual(['WO-since']);
  expect(await call(page, 'GET', '/benchside/drafts/words')).toMatchObject({ body: { half: 'a wor' } });
  expect((await call<{ username: string }>(page, 'GET', '/user')).username).toBe('Tomasz Brand');
  await goTo(page, `/run/${entryid}`);
  await page.getByText('WO-since').first().waitFor();
  expect(errors).toEqual([]);
});
