import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { watchedPage } from '../helpers/browser.ts';
import type { PageOptions } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { hostile, sealGuide, siteInfo, startPage, statusWith } from '../helpers/documents.ts';
import type { TestDesk } from '../helpers/test-desk.ts';
import { startTestDesk } from '../helpers/test-desk.ts';
import { axeFindings, axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { inMemory } from '../../media/in-memory.ts';
import { zipEntries } from '../../../app/media/zip.ts';

/** The built page in a real browser, under the desk's content security policy. */
const built = builtPage();
let desk: TestDesk;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeEach(async () => {
  desk = await startTestDesk(built.folder);
  await openPage({});
});

afterEach(async () => {
  await context.close();
  await desk.close();
});

async function openPage(options: PageOptions): Promise<void> {
  ({ context, page, complaints } = await watchedPage(built.browser, options));
}

const open = (place: string): Promise<unknown> => page.goto(`${desk.url}#${place}`);
const place = (): string => new URL(page.url()).hash.slice(1);
const heading = (name: string | RegExp): ReturnType<Page['getByRole']> => page.getByRole('heading', { name });

describe('the keyboard', () => {
  const keysShown = async (): Promise<string[]> =>
    (await page.getByRole('dialog').locator('dl > div').allInnerTexts()).map((row) =>
      row.replace(/\s+/g, ' '),
    );

  it('shows the shortcuts of the current screen, and navigates by them', async () => {
    await open('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await keysShown()).toEqual(
      expect.arrayContaining([
        'Next step → or Page down or Space or Enter',
        'All steps L',
        'Search /',
        'Command palette Ctrl K',
        'Job log G J',
      ]),
    );
    await page.keyboard.press('Escape');
    // Held for as long as a person holds a key: faster ones would count as a scanner's.
    await page.keyboard.press('Space', { delay: 100 });
    await page
      .getByText(/^Step 4 of/)
      .first()
      .waitFor();
    await page.keyboard.press('Shift+Space', { delay: 100 });
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.keyboard.press('l');
    await page.getByRole('dialog', { name: 'All steps' }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(place()).toBe('/guide/1/step/11');
    await page.keyboard.press('Escape');

    await open('/search?q=pump');
    await heading('2 results').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-row]'))).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(place).not.toContain('/search');
    expect(complaints).toEqual([]);
  });

  it('lists the shortcuts of the home screen too, and opens places by two keys', async () => {
    await open('/');
    await heading('Categories').waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await keysShown()).toEqual(
      expect.arrayContaining([
        'Search /',
        'Command palette Ctrl K',
        'Show keyboard shortcuts F1 or ?',
        'New guide G N',
        'Settings G P',
      ]),
    );
    await page.keyboard.press('Escape');
    // Faster keys would count as a scanner's.
    await page.keyboard.type('gj', { delay: 100 });
    await expect.poll(place).toBe('/work-logs');
    await page.keyboard.type('gxh', { delay: 100 });
    expect(place()).toBe('/work-logs');
  });

  it('opens the command palette over a step, and closes it to the same step', async () => {
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await open('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await palette.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.type('drkthe');
    await expect.poll(() => palette.getByRole('button').first().innerText()).toContain('Dark theme');
    await page.keyboard.press('Enter');
    await expect.poll(() => desk.writes.some((write) => write.includes('"colorScheme":"dark"'))).toBe(true);
    expect(await palette.count()).toBe(0);
    expect(place()).toBe('/guide/1/step/11');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('pump');
    await palette.getByRole('region', { name: 'Guides and pages' }).getByRole('button').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => palette.count()).toBe(0);
    expect(place()).toBe('/guide/1/step/11');
    await page.keyboard.press('ArrowRight');
    await page
      .getByText(/^Step 4 of/)
      .first()
      .waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('start work pump');
    await palette.getByRole('region', { name: 'Start work' }).getByRole('button').nth(1).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(place).toBe('/guide/2/work');
    expect(complaints).toEqual([]);
  });

  it("does not take a scanner's keys as shortcuts, and ignores single-key shortcuts that are turned off", async () => {
    await open('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.evaluate(() => {
      const press = (key: string): boolean =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (const key of ['L', '1', '2', 'l', 'Enter', ...'W/O 12', 'Enter']) press(key);
    });
    expect(await page.evaluate(() => document.activeElement instanceof HTMLInputElement)).toBe(false);
    await page.keyboard.press('ArrowRight');
    await page
      .getByText(/^Step 4 of/)
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await open('/settings');
    await page
      .getByRole('radiogroup', { name: 'Single-key shortcuts' })
      .getByRole('radio', { name: 'Off' })
      .click({ force: true });
    await expect.poll(() => desk.writes.some((write) => write.includes('"singleKeys":false'))).toBe(true);
    await open('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.keyboard.press('F1');
    await page.getByText('Single-key shortcuts are off.').waitFor();
    expect((await keysShown()).join()).not.toMatch(/All steps|\//);
  });
});

describe('the code of screens', () => {
  it('is preloaded in idle time, and never loaded at a tap', async () => {
    await context.close();
    await openPage({ hasIdleTime: true });
    const last = page.waitForResponse(/work-logs-screen/);
    await open('/');
    await heading('Continue').waitFor();
    await last;
    await page.route('**/assets/**', (route) => route.abort());
    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await heading('Settings').waitFor();
    expect(complaints).toEqual([]);
  });

  it('reports a missing part, and reloads', async () => {
    await page.route(/settings-screen/, (route) => route.fulfill({ status: 404 }));
    await open('/settings');
    await heading('Benchside has changed meanwhile').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading('Settings').waitFor();
  });
});

describe('finding and reading a guide', () => {
  it('works by keyboard from the search through the overview and every step to the end', async () => {
    await open('/');
    await heading('Continue').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('pump');
    await heading('2 results').waitFor();
    expect(await page.locator('main mark').allTextContents()).toEqual(['Pump', 'pump', 'Pump', 'pump']);
    expect(await page.getByText('A <b>plain</b> pump').count()).toBe(2);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading('Pump Seal Replacement').first().waitFor();
    expect(place()).toBe('/guide/1');
    await page.getByText('1 of 6 pictures missing').waitFor();
    await page.getByText('The site lost this picture.').waitFor();

    await page.getByRole('link', { name: 'From the start' }).click();
    await heading('Pull the plug').waitFor();
    await page.getByText('From “Opening the Pump”').waitFor();
    await page.keyboard.press('ArrowRight');
    await heading('Lift the lid').waitFor();
    await page.keyboard.press('PageDown');
    await heading('Find the seal').waitFor();
    expect(place()).toBe('/guide/1/step/11');
    await page.getByText('Step 3 of 5: Find the seal').waitFor({ state: 'attached' });

    await page.reload();
    await heading('Find the seal').waitFor();
    await page.keyboard.press('ArrowLeft');
    await heading('Lift the lid').waitFor();
    await page.keyboard.press('End');
    await heading('Press the new one in').waitFor();
    await page.getByText('The site lost this picture.').waitFor();
    await page.getByRole('button', { name: /Finish/ }).click();
    await heading('Done').waitFor();
    await page.getByText('Run it for ten minutes.').waitFor();

    expect(desk.writes.at(-1)).toBe('PUT /benchside/reading/1 {"stepid":null,"finished":true}');
    expect(desk.writes).toContain('PUT /benchside/reading/1 {"stepid":11,"finished":false}');
    expect(complaints).toEqual([]);
  });

  it('shows bullets in shapes and colours, callouts in words, videos by link', async () => {
    await open('/guide/1/step/11');
    await heading('Find the seal').waitFor();
    for (const words of ['Red square', 'Violet cross', 'Note', 'Caution', 'Reminder']) {
      expect(await page.getByText(words, { exact: true }).count()).toBe(1);
    }
    expect(await page.locator('[data-bullet]').count()).toBe(8);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Open the video in your browser' }).waitFor();
    await page.getByText('The knack').waitFor();
  });

  it('shows a missing picture as soon as it arrives, and says while a sync downloads it', async () => {
    const { stored } = desk.status;
    desk.answers.set('GET /benchside/guides/1/copy', { status: 404 });
    desk.status = statusWith({ phase: 'pictures' });
    await open('/guide/1/step/13');
    await page.getByText('Downloading', { exact: true }).first().waitFor();
    desk.hasAllPictures = true;
    desk.status = statusWith({
      phase: 'pictures',
      stored: { ...stored, pictureBytes: stored.pictureBytes + 1 },
    });
    await page.getByText('Downloading', { exact: true }).first().waitFor({ state: 'detached' });
    await page.locator('main img').first().waitFor();
    expect(await page.getByText('Picture not downloaded').count()).toBe(0);
  });

  it('enlarges a picture, which then handles the keys', async () => {
    await open('/guide/1/step/11');
    await page.getByRole('button', { name: 'Show picture 2' }).click();
    await page.getByRole('button', { name: /Enlarge the picture/ }).click();
    const scale = page.locator('dialog output');
    await scale.waitFor();
    await page.keyboard.press('+');
    await expect.poll(() => scale.textContent()).toBe('140 %');
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -320);
    await expect.poll(() => scale.textContent()).toBe('381 %');
    await page.keyboard.press('ArrowRight');
    expect(place()).toBe('/guide/1/step/11');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Enlarge');
  });

  it('lists all steps to jump to, and moves by swipes', async () => {
    await context.close();
    await openPage({ hasTouch: true });
    await open('/guide/1/step/21');
    await page.getByRole('button', { name: 'All steps' }).click();
    await page.getByRole('dialog').getByText('Look at the lip & spring.', { exact: true }).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Find the seal/ })
      .click();
    await heading('Find the seal').waitFor();
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number): Promise<unknown> =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }],
      });
    await touch('touchStart', 300);
    await touch('touchMove', 400);
    await touch('touchMove', 520);
    await touch('touchEnd', 520);
    await heading('Lift the lid').waitFor();
  });

  it('says that a step is no longer in the guide', async () => {
    await open('/guide/1/step/999');
    await page.getByText('That step is no longer in this guide.').waitFor();
  });

  it('shows all steps on one page, and marks a guide as completed at its end', async () => {
    await open('/guide/1');
    await page.getByRole('link', { name: 'All steps on one page' }).click();
    await page.getByRole('article', { name: /Find the seal/ }).waitFor();
    expect(await page.getByRole('article').count()).toBe(sealGuide.steps.length);
    await page.getByRole('link', { name: 'One step at a time' }).waitFor();
    // By key: steps that come into sight take their true height, and a link that moves under a pressed mouse is not clicked.
    await page.getByRole('link', { name: 'Finish' }).press('Enter');
    await page.getByRole('button', { name: 'Mark as completed' }).click();
    await page.getByRole('button', { name: 'Completed', pressed: true }).waitFor();
    await expect.poll(() => desk.writes).toContain('PUT /guides/1/completed');
    await page.getByRole('button', { name: 'Completed' }).click();
    await expect.poll(() => desk.writes).toContain('DELETE /guides/1/completed');
    expect(complaints).toEqual([]);
  });

  it('exports a guide as Markdown, and with its pictures in an archive', async () => {
    await open('/guide/1');
    const saved = async (item: string): Promise<{ name: string; bytes: Buffer }> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const text = await saved('Markdown, with links to the pictures');
    expect(text.name).toBe(`${sealGuide.title}.md`);
    const words = text.bytes.toString();
    expect(words).toMatch(new RegExp(`^# ${sealGuide.title}\n`));
    expect(words).toMatch(/^### \d+\. Find the seal$/m);
    expect(words).toMatch(/^- \*\*Caution:\*\* /m);
    const archive = inMemory((await saved('ZIP with Markdown and pictures')).bytes);
    const names = (await zipEntries(archive)).map(({ name }) => name);
    expect(names[0]).toBe('guide.md');
    expect(names).toContain('pictures/1.jpg');
    expect(complaints).toEqual([]);
  });

  it('prints the whole guide', async () => {
    await page.addInitScript(() => {
      window.print = () => {
        document.title = `printed ${document.querySelectorAll('[data-print-only] h3').length}`;
      };
    });
    await open('/guide/1');
    await heading('Tools').waitFor();
    await page.keyboard.press('Control+p');
    await page.waitForFunction(() => document.title === 'printed 5');
  });
});

describe('texts from the site', () => {
  it('show nothing that runs, and link to guides here', async () => {
    desk.answers.set('GET /guides/1', {
      status: 200,
      body: { ...sealGuide, introduction_rendered: hostile },
    });
    await open('/guide/1');
    await page.getByText('a trap').click();
    const bad =
      '[onclick], [onerror], [style*=fixed], script, iframe, form, input[name=q], a[href^=javascript]';
    expect(await page.locator('main').locator(bad).count()).toBe(0);
    expect(await page.locator('main b').getByText('bold').count()).toBe(1);
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
    await page.getByRole('link', { name: 'the opening guide' }).click();
    await heading('Opening the Pump').waitFor();
    expect(place()).toBe('/guide/2');
  });
});

describe('search', () => {
  it('prefetches the target of a link during the tap', async () => {
    await open('/search?q=pump');
    const row = page.locator('main a[href="#/guide/1"]').first();
    await row.hover();
    const asked = page.waitForRequest(/\/guides\/1\?/);
    await page.mouse.down();
    await asked;
    expect(place()).toBe('/search?q=pump');
    await page.mouse.up();
    await expect.poll(place).toBe('/guide/1');
  });

  it('searches at once for each key, and once for a quick burst', async () => {
    await open('/search?q=x');
    await heading(/./).first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/benchside/search')) asked.push(searchParams.get('q') ?? '');
    });
    const field = page.getByRole('searchbox');
    await field.fill('pum');
    await expect.poll(() => asked).toEqual(['pum']);
    await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('input[type=search]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      // The keys follow each other at once, however slow this machine is.
      const { now } = performance;
      const at = performance.now();
      performance.now = () => at;
      for (const text of ['pump', 'pump s', 'pump seal']) {
        set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      performance.now = now;
    });
    await expect.poll(() => asked.at(-1)).toBe('pump seal');
    expect(asked).not.toContain('pump s');
  });

  it('names its corrections, filters by chips, and helps when nothing is found', async () => {
    await open('/search?q=pmup');
    await page.getByText('Showing results for “pump”').waitFor();
    await page.getByRole('button', { name: /Teardown/ }).click();
    await expect.poll(place).toContain('type=teardown');
    await page.getByRole('searchbox').fill('zzz');
    await heading('Nothing found for “zzz”').waitFor();
    await page.keyboard.press('Escape');
    await heading('Type a few letters').waitFor();
  });

  it('offers the job of a work order and the jobs of a person above the guides', async () => {
    const job = { entryid: 7, guideid: 1, workorderid: 'WO-2001', title: 'Pump Seal Replacement' };
    desk.answers.set('GET /benchside/search/work', {
      status: 200,
      body: {
        jobs: [
          { ...job, userid: 3, username: 'Jana Holm', status: 'paused' },
          { ...job, entryid: 8, userid: 4, username: 'Ines Duval', status: 'suspended' },
        ],
        people: [{ userid: 4, username: 'Ines Duval' }],
      },
    });
    await open('/search?q=zzz WO-2001');
    const rows = page.getByRole('list', { name: 'Jobs and people' }).getByRole('link');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href')))).toEqual([
      '#/run/7',
      '#/guide/1/work',
      '#/work-logs?person=4',
    ]);
    expect(await page.getByText('Nothing found').count()).toBe(0);
    desk.answers.delete('GET /benchside/search/work');
  });

  it('returns to exactly where it began on Esc, and stays when the field is empty', async () => {
    await open('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox');
    await field.waitFor();
    await page.keyboard.type('pump');
    await heading('2 results').waitFor();
    await field.fill('');
    await heading('Type a few letters').waitFor();
    expect(place()).toBe('/search');
    await page.keyboard.type('pump');
    await heading('2 results').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(place).toBe('/guide/1/step/11');
    await page
      .getByText(/^Step 3 of/)
      .first()
      .waitFor();

    await open('/guide/1');
    await heading(/./).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('pump');
    await heading('2 results').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(place).toBe('/guide/1');
    expect(complaints).toEqual([]);
  });
});

describe('categories', () => {
  it('draw only the visible part of a long list, filter it, and open titles with any character', async () => {
    await open('/category/Pumps');
    await page.getByText('120 guides').first().waitFor();
    const rows = page.locator('main [data-row]');
    expect(await rows.count()).toBeLessThan(40);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('link', { name: /Pump 120/ }).waitFor();
    const edges = await rows.evaluateAll((all) =>
      all
        .map((row) => row.getBoundingClientRect())
        .sort((a, b) => a.top - b.top)
        .map(({ top, bottom }) => ({ top, bottom })),
    );
    for (const [index, { top }] of edges.entries())
      expect(top).toBeGreaterThanOrEqual(edges[index - 1]?.bottom ?? top);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('link', { name: /Pump 1\b/ }).waitFor();
    await page.getByLabel('Type').selectOption({ label: 'Teardown' });
    await page.getByText('60 guides').first().waitFor();
    await page.getByRole('link', { name: /50% Wool/ }).click();
    await heading('50% Wool / Felt').waitFor();
    await heading('Nothing in here yet').waitFor();
  });
});

describe('people, sync and settings', () => {
  it('explains a failed sign-in', async () => {
    await open('/sign-in');
    await page.getByText('to Test Workshop').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Type your email address.').waitFor();
    await page.getByLabel('Email address').fill('a@b.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('secret');
    desk.answers.set('POST /user/token', { status: 401, body: { error: true, message: 'Invalid login' } });
    await page.keyboard.press('Enter');
    await page.getByText('Email address or password is not right.').waitFor();
    desk.answers.set('POST /user/token', {
      status: 503,
      body: { error: true, message: 'No route to the site.' },
    });
    await page.keyboard.press('Enter');
    await page.getByText('No route to the site. Reading and searching go on without it.').waitFor();
    desk.answers.set('POST /user/token', { status: 201, body: { userid: 3, username: 'Jana Holm' } });
    await page.keyboard.press('Enter');
    await heading('Categories').waitFor();
  });

  it('resets a refused favorite and gives the reason', async () => {
    desk.answers.set('PUT /user/favorites/guides/1', {
      status: 503,
      body: { error: true, message: 'The hub cannot be reached.' },
    });
    await open('/guide/1');
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    await page.getByRole('alert').getByText('The hub cannot be reached.').waitFor();
    await page.getByRole('button', { name: 'Add to favorites', pressed: false }).waitFor();
  });

  it('shows a problem with its advice, and the first sync with its counts', async () => {
    desk.status = statusWith({
      phase: 'blocked',
      problem: { kind: 'unauthorized', message: 'The sign-in has ended.', advice: 'Sign in again.' },
    });
    await open('/sync');
    await heading('The sign-in has ended.').waitFor();
    await page.getByText('Sign in again.').waitFor();
    desk.status = statusWith({
      phase: 'text',
      firstSync: true,
      progress: {
        guides: { done: 1200, total: 4500 },
        wikis: { done: 3, total: null },
        pictures: { done: 0, total: 0 },
        bytes: 9,
      },
    });
    await open('/');
    await page.getByText('Downloading guides 1,200 of 4,500').waitFor();
    await heading('Downloading guides to this desk').waitFor();
  });

  it('shows the guides once all their texts are here, before the pictures', async () => {
    let texts: 'coming' | 'here' | 'seen' = 'coming';
    desk.answers.set('GET /benchside/sync', {
      status: 200,
      get body() {
        if (texts !== 'coming') texts = 'seen';
        return statusWith({ phase: texts === 'seen' ? 'pictures' : 'text', firstSync: texts !== 'seen' });
      },
    });
    desk.answers.set('GET /benchside/home', {
      status: 200,
      get body() {
        const nothing = { categories: [], inProgress: [], recent: [], favorites: [], featured: [] };
        return texts === 'seen'
          ? startPage
          : { ...startPage, ...nothing, site: { ...startPage.site, guides: 0 } };
      },
    });
    await open('/');
    await heading('Downloading guides to this desk').waitFor();
    expect(await heading('No guides here yet').count()).toBe(0);
    texts = 'here';
    await heading('Categories').waitFor();
  });

  it('asks before it removes disappeared documents, and a plain sync does not confirm it', async () => {
    desk.status = statusWith({
      phase: 'blocked',
      problem: {
        kind: 'mass-disappearance',
        message: 'The site no longer shows 25 of 30.',
        advice: 'Check it.',
      },
    });
    await open('/sync');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => desk.writes).toContain('POST /benchside/sync {"acceptRemovals":false}');
    await page.getByRole('button', { name: 'Remove them here too' }).click();
    await expect.poll(() => desk.writes).toContain('POST /benchside/sync {"acceptRemovals":true}');
  });

  it('[chaos 2] offers to send lost edits again after a hub was restored', async () => {
    desk.answers.set('POST /benchside/journal/retry_lost', { status: 200, body: { retried: 3 } });
    desk.status = statusWith({ lostEdits: 3 });
    await open('/sync');
    await page.getByText('3 edits were lost when the hub was restored').waitFor();
    await page.getByRole('button', { name: 'Send lost edits again' }).click();
    await expect.poll(() => desk.writes.join()).toContain('POST /benchside/journal/retry_lost');
  });

  it('applies and saves settings at once and stores nothing in the browser', async () => {
    await open('/settings');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByRole('radio', { name: '130%' }).click();
    await page.waitForFunction(() => document.documentElement.style.fontSize === '130%');
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await expect
      .poll(() => desk.writes)
      .toEqual([
        'PATCH /benchside/settings {"colorScheme":"dark"}',
        'PATCH /benchside/settings {"textSize":130}',
      ]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  it('[security key store] shows where sign-ins are stored, and warns at sign-in if there is no key store', async () => {
    const said = {
      system: /sealed by this system/,
      file: /read that folder/,
      memory: /in memory only/,
    };
    for (const [keeper, words] of Object.entries(said)) {
      const body = { ...siteInfo, keeper, keepsSignIn: keeper !== 'memory' };
      desk.answers.set('GET /benchside/info', { status: 200, body });
      await page.goto('about:blank');
      await open('/settings');
      await page.getByText(words).waitFor();
    }
    await open('/sign-in');
    await page.getByText(/no safe place for keys|cannot store your sign-in/).waitFor();
  });

  it('uses the chosen language, mirrored if it is read from the right', async () => {
    await open('/settings');
    const language = page.locator('select').first();
    await language.selectOption({ label: 'Deutsch' });
    await heading('Einstellungen').waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'العربية' });
    await page.waitForFunction(() => document.documentElement.lang === 'ar');
    await language.waitFor();
    const [panel, logo] = [page.locator('main h1'), page.locator('header a').first()];
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect((await logo.boundingBox())?.x).toBeGreaterThan(640);
    expect(await panel.evaluate((title) => getComputedStyle(title).direction)).toBe('rtl');
    expect(desk.writes).toEqual([
      'PATCH /benchside/settings {"language":"de"}',
      'PATCH /benchside/settings {"language":"ar"}',
    ]);
  });

  it('uses the chosen language only once that is stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/benchside\/settings$/, async (route) => {
      if (route.request().method() === 'PATCH') await promise;
      await route.continue();
    });
    await open('/settings');
    const language = page.locator('select').first();
    await language.selectOption({ label: 'Deutsch' });
    await page.waitForFunction(() => document.querySelector('select')?.value === 'de');
    resolve();
    await heading('Einstellungen').waitFor();
  });

  it('says that a guide is missing or private, or that the server does not answer', async () => {
    await open('/guide/77');
    await heading('Not here').waitFor();
    desk.answers.set('GET /guides/78', { status: 403, body: { error: true, message: 'Guide is private.' } });
    await open('/guide/78');
    await heading('This one is private').waitFor();
    desk.answers.set('GET /guides/79', { status: 500, body: '<html>' });
    await open('/guide/79');
    await page.getByText('Something went wrong (answer 500).').waitFor();
    desk.answers.delete('GET /guides/79');
    desk.answers.set('GET /guides/79', { status: 404 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading('Not here').waitFor();
  });
});

const everyScreen: [name: string, place: string, ready: string | RegExp][] = [
  ['home', '/', 'Categories'],
  ['search', '/search?q=pump', '2 results'],
  ['nothing found', '/search?q=zzz', /Nothing found/],
  ['category', '/category/Pumps', 'Pumps'],
  ['overview', '/guide/1', 'Tools'],
  ['all steps', '/guide/1/steps', 'Find the seal'],
  ['step', '/guide/1/step/11', 'Find the seal'],
  ['missing picture', '/guide/1/step/13', 'Press the new one in'],
  ['end', '/guide/1/finished', 'Done'],
  ['wiki', '/wiki/ITEM/Multimeter', 'Multimeter'],
  ['sync', '/sync', 'Recent syncs'],
  ['settings', '/settings', 'About'],
  ['sign-in', '/sign-in', 'Sign in'],
  ['not found', '/nowhere', 'Not here'],
];

describe('every screen', () => {
  it.each(everyScreen)(
    '%s has nothing for axe in either scheme, and targets for gloves',
    async (_name, where, ready) => {
      await open(where);
      await heading(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await axeFindingsInBothSchemes(page)).toEqual([]);
      const targets =
        'button, select, input:not([type=radio], [type=checkbox]), a[class], label:has(input), summary';
      const small = await page
        .locator(targets)
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 48)
            .map((element) => element.outerHTML.slice(0, 120)),
        );
      expect(small).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
