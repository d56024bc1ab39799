import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';

import { deskSettings } from '../../../shared/model/benchside.ts';
import { deskPage } from '../helpers/desk-page.ts';
import { siteInfo, startPage, statusWith } from '../helpers/documents.ts';

const at = deskPage();

describe('people, sync and settings', () => {
  it('explains a failed sign-in', async () => {
    await at.open('/sign-in');
    await at.page.getByText('to Test Workshop').waitFor();
    await at.page.keyboard.press('Enter');
    await at.page.getByText('Type your email address.').waitFor();
    await at.page.getByLabel('Email address').fill('a@b.example');
    await at.page.getByRole('textbox', { name: 'Password' }).fill('secret');
    at.desk.answers.set('POST /user/token', { status: 401, body: { error: true, message: 'Invalid login' } });
    await at.page.keyboard.press('Enter');
    await at.page.getByText('Email address or password is not right.').waitFor();
    at.desk.answers.set('POST /user/token', {
      status: 503,
      body: { error: true, message: 'No route to the site.' },
    });
    await at.page.keyboard.press('Enter');
    await at.page.getByText('No route to the site. Reading and searching go on without it.').waitFor();
    at.desk.answers.set('POST /user/token', { status: 201, body: { userid: 3, username: 'Jana Holm' } });
    await at.page.keyboard.press('Enter');
    await at.heading('Categories').waitFor();
  });

  it('resets a refused favorite and gives the reason', async () => {
    at.desk.answers.set('PUT /user/favorites/guides/1', {
      status: 503,
      body: { error: true, message: 'The hub cannot be reached.' },
    });
    await at.open('/guide/1');
    await at.page.getByRole('button', { name: 'Add to favorites' }).click();
    await at.page.getByRole('alert').getByText('The hub cannot be reached.').waitFor();
    await at.page.getByRole('button', { name: 'Add to favorites', pressed: false }).waitFor();
  });

  it('shows a problem with its advice, and the first sync with its counts', async () => {
    at.desk.status = statusWith({
      phase: 'blocked',
      problem: { kind: 'unauthorized', message: 'The sign-in has ended.', advice: 'Sign in again.' },
    });
    await at.open('/sync');
    await at.heading('The sign-in has ended.').waitFor();
    await at.page.getByText('Sign in again.').waitFor();
    const heightOf = async (control: Locator): Promise<number | undefined> =>
      (await control.boundingBox())?.height;
    expect(await heightOf(at.page.getByRole('button', { name: 'Sync now' }))).toBe(
      await heightOf(at.page.getByRole('main').getByRole('link', { name: 'Sign in' })),
    );
    at.desk.status = statusWith({
      phase: 'text',
      firstSync: true,
      progress: {
        guides: { done: 1200, total: 4500 },
        wikis: { done: 3, total: null },
        pictures: { done: 0, total: 0 },
        bytes: 9,
      },
    });
    await at.open('/');
    await at.page.getByText('Downloading guides 1,200 of 4,500').waitFor();
    await at.heading('Downloading guides to this desk').waitFor();
  });

  it('says in words that the hub does not answer, and its error code only below, for administrators', async () => {
    at.desk.status = statusWith({
      phase: 'blocked',
      problem: {
        kind: 'offline',
        message: 'The hub cannot be reached.',
        advice: 'Check the network and that the hub is running. Benchside tries again by itself.',
        detail: 'ECONNREFUSED',
      },
    });
    await at.open('/sync');
    await at.heading('The hub cannot be reached.').waitFor();
    await at.page.getByText('Benchside tries again by itself.').waitFor();
    await at.page.getByText('ECONNREFUSED').waitFor();
    const loud = await at.page
      .locator('h1, h2, h3, strong, [role=alert], button, header')
      .filter({ hasText: 'ECONN' })
      .count();
    expect(loud).toBe(0);
  });

  it('does not say that there are no jobs before they could have come', async () => {
    at.desk.answers.set('GET /work_log', { status: 200, body: { results: [] } });
    at.desk.status = statusWith({ phase: 'text', firstSync: true });
    await at.open('/work-logs');
    await at.heading('The jobs are still on their way').waitFor();
    at.desk.status = statusWith({ phase: 'idle', firstSync: false });
    await at.heading('No jobs yet').waitFor();
  });

  it('shows the guides once all their texts are here, before the pictures', async () => {
    let texts: 'coming' | 'here' | 'seen' = 'coming';
    at.desk.answers.set('GET /benchside/sync', {
      status: 200,
      get body() {
        if (texts !== 'coming') texts = 'seen';
        return statusWith({ phase: texts === 'seen' ? 'pictures' : 'text', firstSync: texts !== 'seen' });
      },
    });
    at.desk.answers.set('GET /benchside/home', {
      status: 200,
      get body() {
        const nothing = { categories: [], inProgress: [], recent: [], favorites: [], featured: [] };
        return texts === 'seen'
          ? startPage
          : { ...startPage, ...nothing, site: { ...startPage.site, guides: 0 } };
      },
    });
    await at.open('/');
    await at.heading('Downloading guides to this desk').waitFor();
    expect(await at.heading('No guides here yet').count()).toBe(0);
    texts = 'here';
    await at.heading('Categories').waitFor();
  });

  it('asks before it removes disappeared documents, and a plain sync does not confirm it', async () => {
    at.desk.status = statusWith({
      phase: 'blocked',
      problem: {
        kind: 'mass-disappearance',
        message: 'The site no longer shows 25 of 30.',
        advice: 'Check it.',
      },
    });
    await at.open('/sync');
    await at.page.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => at.desk.writes).toContain('POST /benchside/sync {"acceptRemovals":false}');
    await at.page.getByRole('button', { name: 'Remove them here too' }).click();
    await expect.poll(() => at.desk.writes).toContain('POST /benchside/sync {"acceptRemovals":true}');
  });

  it('[chaos 2] offers to send lost edits again after a hub was restored', async () => {
    at.desk.answers.set('POST /benchside/journal/retry_lost', { status: 200, body: { retried: 3 } });
    at.desk.status = statusWith({ lostEdits: 3 });
    await at.open('/sync');
    await at.page.getByText('3 edits were lost when the hub was restored').waitFor();
    await at.page.getByRole('button', { name: 'Send lost edits again' }).click();
    await expect.poll(() => at.desk.writes.join()).toContain('POST /benchside/journal/retry_lost');
  });

  it('says which name an admin gave the desk at the hub', async () => {
    const settings: unknown = await (await fetch(`${at.desk.url}api/2.0/benchside/settings`)).json();
    await at.open('/settings');
    await at.page.getByText('People see it at the hub and in kiosk mode.').waitFor();
    const body = { ...deskSettings.parse(settings), givenName: 'Bench 3' };
    at.desk.answers.set('GET /benchside/settings', { status: 200, body });
    await at.page.reload();
    await at.page.getByText('At the hub and in kiosk mode it is called Bench 3').waitFor();
    expect(await at.page.getByRole('textbox', { name: 'Name of this desk' }).inputValue()).toBe('bench-7');
  });

  it('applies and saves settings at once and stores nothing in the browser', async () => {
    await at.open('/settings');
    await at.page.getByRole('radio', { name: 'Dark' }).click();
    await at.page.getByRole('radio', { name: '130%' }).click();
    await at.page.waitForFunction(() => document.documentElement.style.fontSize === '130%');
    expect(await at.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await expect
      .poll(() => at.desk.writes)
      .toEqual([
        'PATCH /benchside/settings {"colorScheme":"dark"}',
        'PATCH /benchside/settings {"textSize":130}',
      ]);
    expect(await at.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  it('[security key store] shows where sign-ins are stored, and warns at sign-in if there is no key store', async () => {
    const said = {
      system: /sealed by this system/,
      file: /read that folder/,
      memory: /in memory only/,
    };
    for (const [keeper, words] of Object.entries(said)) {
      const body = { ...siteInfo, keeper, keepsSignIn: keeper !== 'memory' };
      at.desk.answers.set('GET /benchside/info', { status: 200, body });
      await at.page.goto('about:blank');
      await at.open('/settings');
      await at.page.getByText(words).waitFor();
    }
    await at.open('/sign-in');
    await at.page.getByText(/no safe place for keys|cannot store your sign-in/).waitFor();
  });

  it('uses the chosen language, mirrored if it is read from the right', async () => {
    await at.open('/settings');
    const language = at.page.locator('select').first();
    await language.selectOption({ label: 'Deutsch' });
    await at.heading('Einstellungen').waitFor();
    await at.page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'العربية' });
    await at.page.waitForFunction(() => document.documentElement.lang === 'ar');
    await language.waitFor();
    const [panel, logo] = [at.page.locator('main h1'), at.page.locator('header a').first()];
    expect(await at.page.locator('html').getAttribute('dir')).toBe('rtl');
    expect((await logo.boundingBox())?.x).toBeGreaterThan(640);
    expect(await panel.evaluate((title) => getComputedStyle(title).direction)).toBe('rtl');
    expect(at.desk.writes).toEqual([
      'PATCH /benchside/settings {"language":"de"}',
      'PATCH /benchside/settings {"language":"ar"}',
    ]);
  });

  it('uses the chosen language only once that is stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await at.page.route(/benchside\/settings$/, async (route) => {
      if (route.request().method() === 'PATCH') await promise;
      await route.continue();
    });
    await at.open('/settings');
    const language = at.page.locator('select').first();
    await language.selectOption({ label: 'Deutsch' });
    await at.page.waitForFunction(() => document.querySelector('select')?.value === 'de');
    resolve();
    await at.heading('Einstellungen').waitFor();
  });

  it('says that a guide is missing or private, or that the server does not answer', async () => {
    await at.open('/guide/77');
    await at.heading('Not here').waitFor();
    at.desk.answers.set('GET /guides/78', {
      status: 403,
      body: { error: true, message: 'Guide is private.' },
    });
    await at.open('/guide/78');
    await at.heading('This one is private').waitFor();
    at.desk.answers.set('GET /guides/79', { status: 500, body: '<html>' });
    await at.open('/guide/79');
    await at.page.getByText('Something went wrong (answer 500).').waitFor();
    at.desk.answers.delete('GET /guides/79');
    at.desk.answers.set('GET /guides/79', { status: 404 });
    await at.page.getByRole('button', { name: 'Try again' }).click();
    await at.heading('Not here').waitFor();
  });
});
