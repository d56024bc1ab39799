import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { workerSync } from '../../../app/desk/sync-host.ts';
import { browserWindow } from '../../../app/http/desk-window.ts';
import { withHubPage } from '../../../app/http/hub-session.ts';
import { listen } from '../../../app/http/node.ts';
import type { EditsFile } from '../../../shared/model/carry.ts';
import { axeFindings, axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { exported } from '../../helpers/bundle.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { addPerson } from '../../helpers/people.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';

const built = builtPage();

it('takes a bundle at a desk, says what it brought or what is wrong with it, and saves edits', async () => {
  using folder = temporaryFolder();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { title: 'Brought by a stick' });
  const password = 'long enough to keep';
  const { userid } = await addPerson(both.hub, 'ann', { password, role: 'author' });
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  const { authToken: token } = await desk.json<{ authToken: string }>('POST /user/token', {
    json: { email: 'ann@example.org', password },
  });
  await expect.poll(() => desk.sync.status()).toMatchObject({ phase: 'idle', firstSync: false });
  both.net.disconnect();
  await addGuide(both.hub, both.admin, { title: 'Added since' });
  const file = await exported(both.hub, join(folder.path, 'site.bundle'));
  await desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
  desk.ctx.store.transact(null, (s) => s.meta.set('current_person', userid));
  const window = browserWindow(desk, built.folder);
  const server = await listen(window.fetch, { host: '127.0.0.1', port: 0 });
  const { context, page, complaints } = await watchedPage(built.browser, { acceptDownloads: true });
  try {
    await page.goto(`${server.origin}${window.path}`);
    await page.goto(`${server.origin}${window.path}#/sync`);
    await page.getByRole('link', { name: 'Carry by USB' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Carry by USB' }).waitFor();
    const picker = page.getByLabel('Choose a bundle').and(page.locator('input'));
    await picker.setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a letter'),
    });
    await page.getByText('letter.txt is not a bundle. Nothing was changed.').waitFor();
    await picker.setInputFiles(file);
    await page.getByText('1 guide and 0 pages new or changed').waitFor();
    await page.getByText('No edits newly confirmed').waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save edits' }).press('Enter');
    const saved = await saving;
    const edits = JSON.parse(readFileSync(await saved.path(), 'utf8')) as EditsFile;
    expect(edits.entries.map(({ operation }) => operation)).toEqual(['POST /comments/{context}/{contextid}']);
    await page.getByText('1 edit saved').waitFor();
    await page
      .getByLabel('Choose a file with edits')
      .and(page.locator('input'))
      .setInputFiles(await saved.path());
    await page.getByText('All edits of the file were here already').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});

it('says in the language of the person what is wrong with a file, and lets a lead accept what a bundle removes', async () => {
  using folder = temporaryFolder();
  await using both = await pair();
  const guideids: number[] = [];
  for (let n = 0; n < 30; n += 1)
    guideids.push(await addGuide(both.hub, both.admin, { title: `Guide ${n}` }, 1));
  await addPerson(both.hub, 'ann', { password: 'long enough to keep', role: 'author' });
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  const { userid } = await desk.json<{ userid: number }>('POST /user/token', {
    json: { email: 'ann@example.org', password: 'long enough to keep' },
  });
  await expect.poll(() => desk.sync.status()).toMatchObject({ phase: 'idle', firstSync: false });
  both.net.disconnect();
  for (const guideid of guideids.slice(5)) {
    const { revisionid } = await both.hub.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    await both.hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
  }
  const file = await exported(both.hub, join(folder.path, 'site.bundle'));
  desk.ctx.store.transact(null, (s) => s.meta.set('current_person', userid));
  const window = browserWindow(desk, built.folder);
  const server = await listen(window.fetch, { host: '127.0.0.1', port: 0 });
  const { context, page, complaints } = await watchedPage(built.browser, { locale: 'de-DE' });
  const guides = async (): Promise<number> => (await desk.json<unknown[]>('GET /guides?limit=200')).length;
  try {
    await page.goto(`${server.origin}${window.path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Befehlspalette' }).waitFor();
    await page.keyboard.type('usb');
    await page.getByRole('button', { name: 'Per USB mitnehmen' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Per USB mitnehmen' }).waitFor();
    const picker = page.getByLabel('Datei wählen', { exact: true }).and(page.locator('input'));
    await picker.setInputFiles({
      name: 'brief.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a letter'),
    });
    await page.getByText('brief.txt ist keine Bündel-Datei. Nichts wurde geändert.').waitFor();
    await picker.setInputFiles(file);
    await page.getByText(/Der Server zeigt 25 der \d+ hier gespeicherten Dokumente nicht mehr\./).waitFor();
    await page.getByText('Was gespeichert ist, bleibt;').waitFor();
    expect(await guides()).toBe(30);
    expect(await axeFindings(page, 'light')).toEqual([]);
    await page.getByRole('button', { name: 'Auch hier entfernen' }).press('Enter');
    await page.getByText('25 Anleitungen und Seiten entfernt').waitFor();
    expect(await guides()).toBe(5);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});

it('takes edits from a stick at a hub, and says what stays at the desk', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  await addPerson(both.hub, 'ada', { password: 'long enough to keep', role: 'admin' });
  const [ann, bo] = [await deskPerson(both, 'ann', 'author'), await deskPerson(both, 'bo')];
  await both.round({ people: [ann, bo] });
  both.net.disconnect();
  for (const { token } of [ann, bo])
    await both.desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
  const edits = await both.desk.json<EditsFile>('GET /benchside/unsent_edits', { token: ann.token });
  both.hub.ctx.store.transact(null, (s) => s.sessions.endAll(bo.userid));
  const server = await listen(withHubPage(both.hub, built.folder), { host: '127.0.0.1', port: 0 });
  const { context, page, complaints } = await watchedPage(built.browser);
  try {
    await page.goto(`${server.origin}/#/sign-in`);
    const address = page.getByLabel('Email address');
    await address.fill('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('long enough to keep');
    await page.keyboard.press('Enter');
    await address.waitFor({ state: 'detached' });
    await page.goto(`${server.origin}/#/admin/site`);
    const picker = page.getByLabel('Choose a file with edits').and(page.locator('input'));
    await picker.setInputFiles({
      name: 'letter.json',
      mimeType: 'text/plain',
      buffer: Buffer.from('a letter'),
    });
    await page.getByText('letter.json is not a file with edits. Nothing was imported.').waitFor();
    const buffer = Buffer.from(JSON.stringify(edits));
    await picker.setInputFiles({ name: 'edits.json', mimeType: 'application/json', buffer });
    await page.getByText('1 edit is new here').waitFor();
    await page.getByText(/^1 edit by bo stays at the desk: They are no longer signed in/).waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});

it('makes a bundle at a hub, which an admin downloads', async () => {
  await using hub = testCore();
  const password = 'long enough to keep';
  const { token } = await addPerson(hub, 'ada', { password, role: 'admin' });
  await addGuide(hub, token);
  const server = await listen(withHubPage(hub, built.folder), { host: '127.0.0.1', port: 0 });
  const { context, page, complaints } = await watchedPage(built.browser, { acceptDownloads: true });
  try {
    await page.goto(`${server.origin}/#/sign-in`);
    const address = page.getByLabel('Email address');
    await address.fill('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await address.waitFor({ state: 'detached' });
    await page.goto(`${server.origin}/#/admin/site`);
    await page.getByRole('radio', { name: 'No pictures' }).check();
    await page.getByRole('button', { name: 'Make a bundle' }).click();
    const link = page.getByRole('link', { name: /^Download the bundle/ });
    await link.waitFor({ timeout: 60_000 });
    await page.getByText(/: 1 guide, \d+ pages?\. Without pictures\./).waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    const saving = page.waitForEvent('download');
    await link.press('Enter');
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^benchside-\d{4}-\d\d-\d\d\.bundle$/);
    expect(readFileSync(await saved.path(), 'latin1')).toMatch(/^Benchside bundle 2\n/);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});
