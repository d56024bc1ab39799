import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Device } from '../../../shared/model/device.ts';
import type { GlossaryEntry } from '../../../shared/model/glossary.ts';
import type { Account } from '../../../shared/model/admin.ts';
import type { Release } from '../../../shared/model/release.ts';
import type { Team } from '../../../shared/model/team.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { password, startAdminDesk, startAdminHub } from '../helpers/admin-hub.ts';
import type { AdminHub } from '../helpers/admin-hub.ts';
import { watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';

// Each test visits many screens, on however busy a machine.
vi.setConfig({ testTimeout: 180_000 });

/** The built page in a real browser, served by a real hub over HTTP. */
const built = builtPage();
let hub: AdminHub;

beforeAll(async () => {
  hub = await startAdminHub(built.folder);
}, 180_000);

afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
});

interface Seat extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  go: (place: string) => Promise<void>;
}

async function open(url = hub.url, colorScheme: 'light' | 'dark' = 'light'): Promise<Seat> {
  const { context, page, complaints } = await watchedPage(built.browser, { colorScheme });
  return {
    context,
    page,
    go: async (place) => {
      await page.goto(`${url}#${place}`);
      await page.locator('main').waitFor();
    },
    [Symbol.asyncDispose]: async () => {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

/** Moves the focus by keyboard alone. */
async function signIn({ page, go }: Seat, name: string): Promise<void> {
  await go('/sign-in');
  await page.getByLabel('Email address').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(`${name}@example.org`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' }).click();

const ask = <T>(route: string, { token }: TestPerson = hub.ada): Promise<T> =>
  hub.core.json(route, { token });

test('an editor in a browser says that changes are saved, and names no desk', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  await go(`/edit/guide/${hub.guides.flagged}`);
  await page.getByRole('textbox', { name: 'Introduction' }).or(page.getByLabel('Summary')).first().waitFor();
  await page.getByLabel('Summary').fill('Written in a browser');
  await page.getByText('All saved', { exact: true }).first().waitFor();
  expect((await ask<{ summary: string }>(`GET /guides/${hub.guides.flagged}?unpatrolled`)).summary).toBe(
    'Written in a browser',
  );
});

describe('signing in on the page', () => {
  test('leads to tasks that need attention; no script sees a token, and signing out ends it on the hub', async () => {
    await using seat = await open();
    const { page, context } = seat;
    const told: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/user/token') && response.request().method() === 'POST')
        void response.text().then((text) => told.push(text));
    });
    await signIn(seat, 'Ada');
    await heading(page, 'Overview').waitFor();
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toContain('"username":"Ada"');
    expect(told[0]).not.toContain('authToken');
    expect(await context.cookies()).toMatchObject([
      { name: 'benchside-session', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      '',
      0,
      0,
    ]);

    await page.getByRole('button', { name: 'Your account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Settings' }).count()).toBe(0);
    expect(await page.getByRole('menuitem', { name: 'Sync status' }).count()).toBe(0);
    const tokens = (): Promise<object[]> => ask('GET /benchside/tokens', hub.ada);
    const before = (await tokens()).length;
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in to manage the hub').waitFor();
    await expect.poll(async () => (await tokens()).length).toBe(before - 1);
    expect(await context.cookies()).toEqual([]);
  });

  test('shows nothing that belongs to a desk', async () => {
    await using seat = await open();
    const { page, go } = seat;
    for (const place of ['/sync', '/sync/storage', '/conflicts', '/settings']) {
      await go(place);
      await heading(page, 'This belongs to a desk').waitFor();
    }
    await go(`/guide/${hub.guides.flagged}`);
    await heading(page, 'Open the gearbox').waitFor();
    expect(await page.getByText('Ready offline').count()).toBe(0);
  });

  test('cannot be used by a page of another address, nor of another port of the same machine', async () => {
    await using seat = await open();
    const { page, context } = seat;
    await signIn(seat, 'Ines');
    const evil = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<p>Nice page</p>'),
    );
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const stranger = await context.newPage();
    await stranger.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const tries = await stranger.evaluate(async (url) => {
      const outcome = async (path: string, init: RequestInit): Promise<string> => {
        try {
          const response = await fetch(`${url}api/2.0${path}`, { credentials: 'include', ...init });
          return `${response.type} ${response.status}`;
        } catch {
          return 'refused';
        }
      };
      const body = '{"title":"Stolen"}';
      return Promise.all([
        outcome('/user', {}),
        outcome('/user', { mode: 'no-cors' }),
        outcome('/benchside/drafts/stolen', { method: 'PUT', body, headers: { 'X-Benchside-Page': '1' } }),
        outcome('/guides', { method: 'POST', body, mode: 'no-cors' }),
      ]);
    }, hub.url);
    expect(tries).toEqual(['refused', 'opaque 0', 'refused', 'opaque 0']);
    expect(await ask('GET /benchside/drafts/stolen', hub.ines)).toBeNull();
    const guides = await ask<{ title: string }[]>('GET /guides?includePrivate');
    expect(guides.map(({ title }) => title)).not.toContain('Stolen');
    await page.bringToFront();
    evil.closeAllConnections();
    await new Promise((resolve) => evil.close(resolve));
  });
});

test('people are added, given a role, signed out and deactivated', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  await go('/admin/people');
  await button(page, 'Add a person').click();
  await page.getByLabel('Name', { exact: true }).fill('Nora Lind');
  await page.getByLabel('Email address').fill('nora@example.org');
  await page.getByRole('radio', { name: 'With a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await button(page, 'Add').click();
  await page.getByRole('alert').filter({ hasText: 'at least 10 characters' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await button(page, 'Add').click();
  await said(page, 'Nora Lind can sign in now.').waitFor();
  const found = async (): Promise<Account | undefined> =>
    (await ask<{ people: Account[] }>('GET /benchside/people?search=nora%40')).people[0];
  expect(await found()).toMatchObject({ username: 'Nora Lind', tokens: 0, role: 'technician' });

  await page.getByPlaceholder('Name, email address or number').fill('lind');
  await page.getByRole('link', { name: /Nora Lind/ }).click();
  await heading(page, 'Nora Lind').waitFor();
  await page.getByRole('radio', { name: 'Author' }).click();
  await said(page, 'Nora Lind is an author now.').waitFor();
  expect(await found()).toMatchObject({ role: 'author' });
  await undo(page);
  await expect.poll(async () => (await found())?.role).toBe('technician');

  const account = { email: 'nora@example.org', password: 'a long enough password' };
  const { authToken: first } = await hub.core.json<{ authToken: string }>('POST /user/token', {
    json: account,
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' },
  });
  await hub.core.json('POST /user/token', { json: account });
  await page.reload();
  await button(page, 'Sign out Firefox on Linux').click();
  await said(page, 'That sign-in has ended.').waitFor();
  expect((await hub.core.call('GET /user', { token: first })).status).toBe(401);
  await expect.poll(async () => (await found())?.tokens).toBe(1);

  await button(page, 'Deactivate').click();
  await said(page, 'Nora Lind is deactivated. Each desk follows at its next contact.').waitFor();
  expect(await found()).toMatchObject({ active: false, tokens: 0 });
  await button(page, 'Reactivate').click();
  await expect.poll(async () => (await found())?.active).toBe(true);

  await go(`/admin/people/${hub.ada.userid}`);
  await page.getByText('Only another admin can change your role.').waitFor();
  expect(await button(page, 'Deactivate').count()).toBe(0);
});

test('of 50,000 people only the visible ones are rendered, and the last is as easy to reach as the first', async () => {
  await using large = await startAdminHub(built.folder);
  large.core.ctx.store.transact(null, (s) =>
    s.db.run(sql`INSERT INTO account (email, username, role, join_date, modified_date)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
       SELECT 'p' || i || '@example.org', 'Person ' || printf('%05d', i), 'technician', 1, 1 FROM n`),
  );
  await using seat = await open(large.url);
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  await go('/admin/people');
  await page.getByText('50,004 accounts').first().waitFor();
  await page.getByRole('link', { name: /^Ada/ }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: /^Tomas/ }).waitFor();
  expect(await page.getByRole('listitem').count()).toBeLessThan(60);
  await page.getByPlaceholder('Name, email address or number').fill('Person 49999');
  await page.getByRole('link', { name: /^Person 49999/ }).waitFor();
  await page.getByText('1 account', { exact: true }).first().waitFor();
});

test('teams are created, filled by keyboard, renamed and deleted', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  await go('/admin/teams');
  await button(page, 'Add a team').click();
  await page.getByLabel('Name', { exact: true }).fill('Paint');
  await page.keyboard.press('Enter');
  await heading(page, 'Paint').waitFor();
  const team = async (): Promise<Team | undefined> =>
    (await ask<Team[]>('GET /teams')).find(({ name }) => name.startsWith('Paint'));
  const members = async (): Promise<string[]> =>
    (await ask<{ username: string }[]>(`GET /teams/${(await team())?.teamid}`)).map(
      ({ username }) => username,
    );
  await page.getByRole('combobox', { name: 'Add someone' }).focus();
  await page.keyboard.type('kof');
  await page.getByRole('option', { name: /Kofi/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await said(page, 'Kofi is in the team.').waitFor();
  expect(await members()).toEqual(['Kofi']);
  await button(page, 'Remove Kofi').click();
  await said(page, 'Kofi is no longer in the team.').waitFor();
  expect(await members()).toEqual([]);
  await undo(page);
  await expect.poll(members).toEqual(['Kofi']);

  await page.getByLabel('Name', { exact: true }).fill('Paint and polish');
  await button(page, 'Save').click();
  await heading(page, 'Paint and polish').waitFor();
  await button(page, 'Delete the team').click();
  const dialog = page.getByRole('dialog', { name: 'Delete ‘Paint and polish’?' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await team()).toBeDefined();
  await button(page, 'Delete the team').click();
  await dialog.getByRole('button', { name: 'Delete the team' }).click();
  await heading(page, 'Teams').waitFor();
  await expect.poll(team).toBeUndefined();
});

test('synonyms of the search are lines of text, which say what is wrong before they are saved', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ines');
  await go('/admin/glossary');
  const field = page.getByLabel('Words that mean the same');
  await page.getByText('This is the list that every hub starts with.').waitFor();
  await field.fill('slewing ring, turntable\nalone');
  await page.getByText('Line 2 needs at least two words').waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.isDisabled()).toBe(true);
  await field.fill('slewing ring, turntable\n\ntire,  tyre');
  await save.click();
  await page.getByText('The synonyms are saved.').waitFor();
  expect(await hub.core.json('GET /benchside/synonyms')).toEqual({
    own: true,
    sets: [
      ['slewing ring', 'turntable'],
      ['tire', 'tyre'],
    ],
  });
  expect(await axeFindings(page, 'synonyms')).toEqual([]);
  await page.getByRole('button', { name: 'Use the starter list' }).click();
  await page.getByText('The starter list is in use again.').waitFor();
  expect(await hub.core.json('GET /benchside/synonyms')).toMatchObject({ own: false });
});

test('the glossary is edited by keyboard, and every word is saved at once', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ines');
  await go('/admin/glossary');
  const entry = async (term: string): Promise<GlossaryEntry | undefined> =>
    (await ask<GlossaryEntry[]>('GET /translation_glossary/entries')).find((one) => one.term === term);
  await page.getByRole('textbox', { name: 'German for wrench' }).focus();
  await page.keyboard.type('Schlüssel');
  await expect.poll(async () => (await entry('wrench'))?.translations).toEqual({ de: 'Schlüssel' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('clé');
  // The row stays in its place while its term is renamed, and so does the cursor in it.
  await page.getByRole('textbox', { name: 'Term, English' }).nth(2).fill('a wrench');
  await expect
    .poll(async () => (await entry('a wrench'))?.translations)
    .toEqual({
      de: 'Schlüssel',
      fr: 'clé',
    });
  await page.getByRole('row').nth(3).getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Term, English' }).nth(1).fill('Piston');
  await page.getByText('There is already a term Piston').waitFor();
  await page.getByRole('textbox', { name: 'Term, English' }).nth(1).fill('');
  await page.getByText('A term cannot be empty.').waitFor();
  expect(await entry('seal')).toBeDefined();

  await page.getByLabel('New term in English').fill('gasket');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'German for gasket' }).waitFor();
  await button(page, 'Delete gasket').click();
  await said(page, '‘gasket’ is deleted.').waitFor();
  expect(await entry('gasket')).toBeUndefined();
  await undo(page);
  await expect.poll(() => entry('gasket')).toBeDefined();
});

test('releases are published and withdrawn; flags are removed and restored', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ines');
  const { prepared, edited, flagged } = hub.guides;
  const statuses = async (guideid: number): Promise<string[]> =>
    (await ask<{ releases: Release[] }>(`GET /guides/${guideid}/releases`)).releases.map(
      ({ title, status }) => `${title} ${status}`,
    );
  await go('/admin/releases');
  await page.getByText('Readers see ‘Spring edition’').waitFor();
  await whenStill(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Replace the pump seal' }).first();
  expect((await link.boundingBox())?.height, 'as large as a finger').toBeGreaterThanOrEqual(44);
  await button(page, 'Release Replace the pump seal').click();
  await page.getByLabel('Title of the release').fill('Summer edition');
  await page.getByLabel('What is new').fill('Run it for ten minutes.');
  await button(page, 'Release now').click();
  await said(page, '‘Summer edition’ is released.').waitFor();
  expect(await statuses(edited)).toEqual(['Spring edition superseded', 'Summer edition released']);
  await button(page, 'Release Bleed the brake line').click();
  expect(await page.getByLabel('Title of the release').inputValue()).toBe('First edition');
  await button(page, 'Release now').click();
  await page.getByRole('heading', { name: 'Nothing to release' }).waitFor();
  expect(await statuses(prepared)).toEqual(['First edition released']);
  await page.getByRole('radio', { name: 'All' }).click();
  await page.getByPlaceholder('Title of the guide').fill('pump');
  const card = page.getByRole('article', { name: 'Replace the pump seal' });
  await card.getByText('2 releases').click();
  await button(page, 'Withdraw Summer edition').click();
  await said(page, '‘Summer edition’ is withdrawn').waitFor();
  expect(await statuses(edited)).toEqual(['Spring edition released', 'Summer edition withdrawn']);

  const flags = async (): Promise<string[]> =>
    (await ask<{ flags: { flagid: string }[] }>(`GET /guides/${flagged}`)).flags.map(({ flagid }) => flagid);
  await go('/admin/flags');
  await page.getByRole('link', { name: /Missing pictures/ }).click();
  await heading(page, 'Missing pictures').waitFor();
  await button(page, 'Remove the flag Open the gearbox').click();
  await said(page, 'Flag removed from ‘Open the gearbox’.').waitFor();
  expect(await flags()).toEqual(['GUIDE_GRAMMAR_ERRORS', 'DANGER']);
  await undo(page);
  await expect.poll(flags).toContain('GUIDE_MISSING_IMAGES');
  await go('/admin/badges');
  await page.getByRole('link', { name: /First Guide/ }).click();
  await page.getByRole('link', { name: /Ines/ }).waitFor();
});

test('an admin names a desk, and takes the name away again', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  await go('/admin/devices');
  await button(page, 'Rename bench-7').click();
  await page.getByRole('article', { name: 'bench-7' }).getByLabel('Name of the desk').waitFor();
  await page.getByLabel('Name of the desk').fill('Bench 7, by the window');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bench 7, by the window' }).waitFor();
  await page.getByText('Calls itself bench-7').waitFor();
  await button(page, 'Rename Bench 7, by the window').click();
  await page.getByLabel('Name of the desk').fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'bench-7' }).waitFor();
});

test('desks are listed with their pending edits, those that need attention first; one is removed', async () => {
  await using seat = await open();
  const { page, go } = seat;
  await signIn(seat, 'Ines');
  await page.getByRole('link', { name: /edit needs attention at a desk/ }).click();
  await heading(page, 'Desks').waitFor();
  const names = page.getByRole('article').getByRole('heading');
  expect(await names.allTextContents()).toEqual(['bench-3', 'paint-shop', 'bench-7', 'store-room']);
  const bench = page.getByRole('article', { name: 'bench-3' });
  await bench.getByText('2 edits to send · Sending 1 edit · 1 conflict to resolve').waitFor();
  await bench.getByText('121 of 128 guides complete there').waitFor();
  const kiosk = page.getByRole('article', { name: 'paint-shop' });
  await kiosk.getByText('The disk of this computer is full.').waitFor();
  await kiosk.getByText('System keys: Keys such as').waitFor();
  expect(await page.getByRole('button', { name: /^Rename/ }).count(), 'only admins name desks').toBe(0);
  await button(page, 'Forget store-room').click();
  await said(page, '“store-room” was removed from the list.').waitFor();
  expect((await ask<Device[]>('GET /benchside/devices')).map(({ name }) => name)).not.toContain('store-room');
  await go('/admin');
  await page.getByText('3 desks').waitFor();
});

test('authors see people without addresses and tokens; technicians learn whom to ask', async () => {
  await using author = await open();
  await signIn(author, 'Ines');
  await author.go(`/admin/people/${hub.tomas.userid}`);
  await heading(author.page, 'Tomas').waitFor();
  await author.page.getByText('Only admins change this.').waitFor();
  expect(await author.page.getByText('Tomas@example.org').count()).toBe(0);
  expect(await author.page.getByText('Active sign-ins').count()).toBe(0);
  await using technician = await open();
  await signIn(technician, 'Kofi');
  await technician.go('/admin/people');
  await heading(technician.page, 'This part is for authors and admins').waitFor();
});

test('at a desk teams and the glossary go through its journal; people and desks are managed on the hub', async () => {
  await using desk = await startAdminDesk(built.folder);
  const pending = (): number => desk.core.ctx.store.read(null, (s) => s.journal.counts().pending);
  await using seat = await open(desk.url);
  const { page, go } = seat;
  await go('/admin');
  await heading(page, 'Overview').waitFor();
  const rail = page.getByRole('navigation', { name: 'Administration' });
  expect(await rail.getByRole('link').allTextContents()).toEqual([
    'Overview',
    'Teams',
    'Releases',
    'Flags',
    'Glossary',
    'Badges',
  ]);
  await go('/admin/devices');
  await page.getByRole('heading', { name: 'Manage this on the hub' }).waitFor();
  await go('/admin/teams');
  await button(page, 'Add a team').click();
  await page.getByLabel('Name', { exact: true }).fill('Offline');
  await page.keyboard.press('Enter');
  await heading(page, 'Offline').waitFor();
  expect(pending()).toBe(1);
  await go('/admin/glossary');
  await page.getByLabel('New term in English').fill('bolt');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'German for bolt' }).fill('Schraube');
  await expect.poll(pending).toBe(3);
});

test.each(['light', 'dark'] as const)('every part can be used by everybody (%s)', async (scheme) => {
  await using seat = await open(hub.url, scheme);
  const { page, go } = seat;
  await signIn(seat, 'Ada');
  const parts: [place: string, words: string][] = [
    ['/admin', 'Needs attention'],
    ['/admin/people', '(you)'],
    [`/admin/people/${hub.tomas.userid}`, 'Forgotten password'],
    ['/admin/teams', 'Hydraulics'],
    ['/admin/teams/1', 'Join code'],
    ['/admin/devices', 'bench-7'],
    ['/admin/releases', 'After the first release'],
    ['/admin/flags', 'Needs work'],
    ['/admin/glossary', 'German'],
    ['/admin/badges', 'Librarian'],
  ];
  for (const [place, words] of parts) {
    await go(place);
    await page.getByText(words).first().waitFor();
    expect(await axeFindings(page, place)).toEqual([]);
  }
  await go('/admin/people');
  await button(page, 'Add a person').click();
  await page.getByLabel('Email address').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
