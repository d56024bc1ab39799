import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';

import { reach } from './focus.ts';
import { folder, goTo, launchDesk, screenshot, screenshots, startHub, untilSynced } from './helpers.ts';
import { technician } from './workshop.ts';
import { axeFindingsInBothSchemes } from '../helpers/axe.ts';

const lead = 'maren@example.org';
const guideid = 5;
const theirs = 'Cordless Drill: Replace the Trigger Switch';

test('a title that two people changed is decided by keyboard, undone, decided again, and reaches the hub', async () => {
  const hub = await startHub();
  const trial = `${technician.email}:${technician.password}`;
  const { page, errors } = await launchDesk({
    data: folder(),
    site: hub.url,
    env: { BENCHSIDE_TRIAL: trial },
  });
  await untilSynced(page);
  const title = await renameOnHub(hub.url, theirs);
  await page.evaluate(renameHere, { guideid, title: `${title} in 30 Minutes` });
  const decide = page.getByRole('link', { name: 'Resolve now' });
  await decide.waitFor({ timeout: 30_000 });

  const press = async (target: Locator, key: string): Promise<void> => {
    await reach(page, target);
    await page.keyboard.press(key);
  };
  const found: string[] = [];
  for (const [name, place, ready] of places) {
    await goTo(page, place);
    await page.getByText(ready).first().waitFor();
    await screenshots(page, name);
    found.push(...(await axeFindingsInBothSchemes(page, name)));
  }
  expect(found).toEqual([]);

  await goTo(page, '/');
  await press(decide, 'Enter');
  await press(page.getByRole('radio', { name: /Changed here/ }), 'Space');
  await page.getByRole('heading', { name: `${title} in 30 Minutes`, level: 3 }).waitFor();
  const save = page.getByRole('button', { name: 'Save this version' });
  await press(save, 'Enter');
  await press(page.getByRole('button', { name: 'Undo' }), 'Enter');
  await reach(page, page.getByRole('radio', { name: /Changed here/ }));
  await reach(page, page.getByRole('radio', { name: /Edit manually/ }), 'ArrowDown');
  await reach(page, page.getByRole('textbox').last());
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Trigger Switch Replacement');
  await press(save, 'Enter');
  await page.getByText('Resolved. It is sent with the next sync.').waitFor();
  await page.evaluate(() =>
    fetch('/api/2.0/benchside/sync', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }),
  );
  await page.getByText('Resolved, and on the hub.').waitFor({ timeout: 30_000 });
  await screenshot(page, 'conflict-decided');
  const there = await fetch(`${hub.url}/guides/${guideid}`);
  expect(await there.json()).toMatchObject({ title: 'Trigger Switch Replacement' });
  expect(errors).toEqual([]);
});

const places = [
  ['conflict-home', '/', 'One conflict to resolve'],
  ['conflicts', '/conflicts', 'Someone else changed the same field on the hub.'],
  ['conflict', `/conflicts/guide/${guideid}`, 'Still to choose: Title'],
  ['sync-changes', '/sync/changes', 'Blocked: needs a decision'],
  ['sync-storage', '/sync/storage', 'By category'],
  ['sync-ready', '/sync/ready', 'guides are available offline'],
] as const;

async function renameOnHub(url: string, title: string): Promise<string> {
  const file = join(import.meta.dirname, '../../resources/sample-workshop/workshop.json');
  const { users }: { users: { email: string; password: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  const password = users.find(({ email }) => email === lead)?.password;
  const headers = { 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${url}/user/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: lead, password }),
  });
  const { authToken }: { authToken: string } = await signedIn.json();
  const authorized = { ...headers, Authorization: `api ${authToken}` };
  const answer = await fetch(`${url}/guides/${guideid}?unpatrolled`, { headers: authorized });
  const guide: { title: string; revisionid: number } = await answer.json();
  const renamed = await fetch(`${url}/guides/${guideid}?revisionid=${guide.revisionid}`, {
    method: 'PATCH',
    headers: authorized,
    body: JSON.stringify({ title }),
  });
  expect(renamed.status).toBe(200);
  return guide.title;
}

/** Runs in the page, which acts as the person at this desk. */
async function renameHere({ guideid, title }: { guideid: number; title: string }): Promise<void> {
  const path = `/api/2.0/guides/${guideid}`;
  const { revisionid } = await (await fetch(`${path}?unpatrolled`)).json();
  const answer = await fetch(`${path}?revisionid=${revisionid}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
