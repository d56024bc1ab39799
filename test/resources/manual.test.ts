import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { IntlMessageFormat } from 'intl-messageformat';
import type { Browser } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { withHubPage } from '../../app/http/hub-session.ts';
import { listen } from '../../app/http/node.ts';
import { buildManual } from '../../resources/manual/build-manual.ts';
import { groups, manualLanguages, pageNames } from '../../resources/manual/contents.ts';
import type { ManualLanguage } from '../../resources/manual/contents.ts';
import { screensFolder } from '../../resources/manual/pictures.ts';
import { readPage } from '../../resources/manual/read-page.ts';
import { english } from '../../shared/language.ts';
import { axeFindings } from '../helpers/axe.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { benchside } from '../helpers/process.ts';
import { openBrowser, watchedPage } from '../renderer/helpers/browser.ts';

import.meta.glob(['../../renderer/**/*texts.ts', '../../main/*texts.ts'], { eager: true });

const languages: ManualLanguage[] = ['en', 'de'];
const pages = languages.flatMap((language) =>
  pageNames.map((name) => ({ at: `${language}/${name}`, language, name, page: readPage(language, name) })),
);
const pageAt = new Map(pages.map(({ at, page }) => [at, page]));

/** Returns the unknown names on each page, as `en/hub: name`. */
const unknown = (names: (one: (typeof pages)[number]) => string[]): string[] =>
  pages.flatMap((one) => names(one).map((name) => `${one.at}: ${name}`));

describe('the pages of the manual', () => {
  it('are the same in both languages, with the same sections, pictures, commands and tables', () => {
    expect(Object.keys(manualLanguages)).toEqual(languages);
    expect(groups.length).toBeGreaterThan(4);
    const outline = (language: ManualLanguage) =>
      pageNames.map((name) => {
        const { headings, pictures, codes, html } = readPage(language, name);
        const ofLanguage = /-(?:de)-(?=1280)/;
        return {
          name,
          headings: headings.map(({ depth, id }) => `${depth} ${id}`),
          pictures: pictures.map((picture) => picture.replace(ofLanguage, '-')),
          codes,
          rows: html.split('<tr>').length,
          items: html.split('<li>').length,
        };
      });
    expect(outline('de')).toEqual(outline('en'));
    for (const { at, page } of pages) {
      expect([at, page.headings[0]?.depth, page.headings.filter(({ depth }) => depth === 1).length]).toEqual([
        at,
        1,
        1,
      ]);
      const ids = page.headings.slice(1).map(({ id }) => id);
      expect([at, ids.filter((id, index) => id === '' || ids.indexOf(id) !== index)]).toEqual([at, []]);
    }
  });

  it('link only to existing pages and sections', () => {
    const dead = unknown(({ language, name, page }) =>
      page.links.filter((link) => {
        const [, file = '', anchor] = /^([\w-]*)(?:\.md)?(?:#([\w-]+))?$/.exec(link) ?? [];
        const target = pageAt.get(`${language}/${file || name}`);
        return !target || (anchor !== undefined && !target.headings.some(({ id }) => id === anchor));
      }),
    );
    expect(dead).toEqual([]);
  });

  it('show existing pictures of 1280 × 800, each with a description', async () => {
    const pictures = new Set(pages.flatMap(({ page }) => page.pictures));
    expect(pictures.size).toBeGreaterThan(20);
    for (const picture of pictures) {
      const { width, height } = await sharp(join(screensFolder, picture)).metadata();
      expect([picture, width, height]).toEqual([picture, 1280, 800]);
    }
    expect(unknown(({ page }) => (page.html.includes('alt=""') ? ['a picture'] : []))).toEqual([]);
  });

  it('name in bold only labels that the screens have in that language', () => {
    const german = JSON.parse(
      readFileSync(new URL('../../resources/languages/de.json', import.meta.url), 'utf8'),
    ) as Record<string, string>;
    const known = { en: patterns([...english.values()], 'en'), de: patterns(Object.values(german), 'de') };
    const wrong = unknown(({ language, page }) =>
      page.labels.filter((label) => !known[language].some((pattern) => pattern.test(label))),
    );
    expect(wrong).toEqual([]);
  });

  it('name only routes that the API has', () => {
    const routes = new Set<string>(endpoints.map(({ route }) => route));
    const wrong = unknown(({ page }) =>
      page.codes.filter((code) => /^[A-Z]+ \/\S+$/.test(code) && !routes.has(code)),
    );
    expect(wrong).toEqual([]);
    expect(pages.some(({ page }) => page.codes.some((code) => routes.has(code)))).toBe(true);
  });

  it('name only commands and options that the command line has', async () => {
    const lines = pages.flatMap(({ at, page }) =>
      page.codes.flatMap((code) => code.split('\n')).map((line) => ({ at, line })),
    );
    const commands = lines.filter(({ line }) => line.startsWith('benchside '));
    const helps = new Map<string, string>();
    for (const { line } of commands) {
      const name = nameOf(line);
      if (helps.has(name)) continue;
      const { code, stdout } = await benchside([...name.split(' '), '--help']);
      expect([name, code]).toEqual([name, 0]);
      helps.set(name, stdout);
    }
    expect(helps.size).toBeGreaterThan(15);
    const lacks = (help: string, line: string): string[] =>
      [...line.matchAll(/--[a-z][a-z-]+/g)].flatMap(([option]) => (help.includes(option) ? [] : [option]));
    const wrong = commands.flatMap(({ at, line }) =>
      lacks(helps.get(nameOf(line)) ?? '', line).map((option) => `${at}: ${line}: ${option}`),
    );
    expect(wrong).toEqual([]);
    const program = readFileSync(new URL('../../main/paths.ts', import.meta.url), 'utf8');
    const all = [...helps.values(), program.includes('kiosk: {') ? '--kiosk' : ''].join();
    const loose = lines.filter(({ line }) => line.startsWith('--'));
    expect(loose.flatMap(({ at, line }) => lacks(all, line).map((option) => `${at}: ${option}`))).toEqual([]);
  });
});

/** Returns the command: `user add` for `benchside user add ada@example.org …`. */
const nameOf = (line: string): string => /^benchside (user add|bundle [a-z-]+|[a-z-]+)/.exec(line)?.[1] ?? '';

/** Returns labels as patterns, in which values match any text. */
function patterns(messages: readonly string[], language: string): RegExp[] {
  const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  type Element = ReturnType<IntlMessageFormat['getAst']>[number];
  const part = (element: Element): string => {
    if (element.type === 0) return escaped(element.value);
    if (!('options' in element)) return '.+';
    return `(?:${Object.values(element.options)
      .map(({ value }) => value.map(part).join(''))
      .join('|')})`;
  };
  return messages.map((message) => {
    const plain = message.replace('&', '');
    const source = plain.includes('{')
      ? new IntlMessageFormat(plain, language).getAst().map(part).join('')
      : escaped(plain);
    // A label without words of its own would match everything.
    return /\p{L}{3}/u.test(plain.replaceAll(/\{[^{}]*\}/g, '')) || !plain.includes('{')
      ? new RegExp(`^${source}$`)
      : /(?!)/;
  });
}

describe('the manual in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("is served by a hub in the browser's language, under its strict policy, and axe finds nothing", async () => {
    using folder = temporaryFolder();
    buildManual(join(folder.path, 'manual'));
    writeFileSync(join(folder.path, 'index.html'), '<html><head></head><body>page</body></html>');
    await using core = testCore({ profile: 'hub' });
    const server = await listen(withHubPage(core, folder.path), { host: '127.0.0.1', port: 0 });
    try {
      const { page, complaints } = await watchedPage(browser, { locale: 'de-DE' });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${server.origin}/manual`);
      expect(new URL(page.url()).pathname).toBe('/manual/de/index.html');
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Do a job' }).click();
      await page.getByRole('heading', { level: 1, name: 'Do a job' }).waitFor();
      const picture = page.getByRole('img').first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBe(1280);
      await page.goto(`${server.origin}/manual/fr`);
      expect(new URL(page.url()).pathname).toBe('/manual/en/index.html');
      await page.getByRole('link', { name: 'Licenses of other software in Benchside' }).click();
      await page.getByRole('cell', { name: 'better-sqlite3', exact: true }).waitFor();
      for (const at of [...pageAt.keys(), 'licences']) {
        await page.emulateMedia({ colorScheme: at.startsWith('en/') ? 'dark' : 'light' });
        await page.goto(`${server.origin}/manual/${at}.html`);
        expect(await axeFindings(page, at)).toEqual([]);
      }
      expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([server.origin]);
      expect(complaints).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('opens from its files without a server, and fits screens of every width', async () => {
    using folder = temporaryFolder();
    buildManual(folder.path);
    const { page, complaints } = await watchedPage(browser);
    for (const [width, height] of [
      [1920, 1080],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const at of [...pageAt.keys(), 'licences']) {
        await page.goto(pathToFileURL(join(folder.path, `${at}.html`)).href);
        const tooWide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([at, width, tooWide]).toEqual([at, width, 0]);
      }
    }
    expect(complaints).toEqual([]);
  });
});
