import { expect, test } from 'vitest';

import type { CategoryWiki, Wiki } from '../../../shared/model/wiki.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const desk = writingDesk();

test('a page is translated, read in the language of the person, switched, edited and restored in each language', async () => {
  const { core, token } = desk;
  core.ctx.store.note((s) =>
    s.meta.set('site', { ...s.meta.site, langid: 'en', langids: ['en', 'de', 'fr'] }),
  );
  await core.json('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Of rubber.', description: 'Rings.' },
  });
  const stored = (langid: string): Promise<Wiki> =>
    core.json(`GET /wikis/WIKI/Seals?langid=${langid}`, { token });

  await using window = await desk.open('/wiki/WIKI/Seals', 'de-DE');
  const { page } = window;
  const title = (name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
  const languages = page.getByRole('navigation', { name: 'Sprachen dieser Seite' });
  await title('Seals');
  expect(await languages.getByRole('link').allTextContents()).toEqual([
    'Übersetzen in: Deutsch und Französisch',
  ]);
  await languages.getByRole('link').click();
  await title('Seite übersetzen: Deutsch');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Angezeigter Titel').fill('Dichtungen');
  await page.getByRole('button', { name: 'Mit dem Übersetzen beginnen' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Aus Gummi.');
  await expect.poll(async () => (await stored('de')).contents_raw).toBe('Aus Gummi.');
  expect(await stored('de')).toMatchObject({
    display_title: 'Dichtungen',
    description: 'Rings.',
    source_revisionid: (await stored('en')).revisionid,
  });
  expect((await stored('en')).contents_raw).toBe('Of rubber.');

  await page.goto(`${desk.url}#/wiki/WIKI/Seals`);
  await title('Dichtungen');
  expect(await page.getByRole('article').getAttribute('lang')).toBe('de');
  expect(await axeFindings(page)).toEqual([]);
  await languages.getByRole('link', { name: 'English' }).click();
  await title('Seals');
  expect(await languages.locator('[aria-current="true"]').allTextContents()).toEqual(['English']);
  await page.getByRole('link', { name: 'Bearbeiten' }).click();
  await text.fill('Of brass.');
  await expect.poll(async () => (await stored('en')).contents_raw).toBe('Of brass.');
  expect((await stored('de')).contents_raw).toBe('Aus Gummi.');

  const changed = page.getByText('Das Original wurde geändert, seit dies übersetzt wurde.');
  await page.goto(`${desk.url}#/wiki/WIKI/Seals/de`);
  await changed.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Änderungen ansehen' }).click();
  await page.getByRole('heading', { name: /Seals/, level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Die Übersetzung stimmt noch' }).click();
  await changed.waitFor({ state: 'detached' });
  expect((await stored('de')).source_revisionid).toBe((await stored('en')).revisionid);

  // A search result opens in the language of the page that was found.
  await page.goto(`${desk.url}#/search?q=brass`);
  await page.getByRole('main').getByRole('link', { name: /Seals/ }).click();
  await page.getByText('Of brass.').waitFor();
  await page.goto(`${desk.url}#/search?q=Gummi`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dichtungen/ })
    .click();
  await page.getByText('Aus Gummi.').waitFor();

  await page.goto(`${desk.url}#/history/wiki/WIKI/Seals/de`);
  await page.getByRole('heading', { name: /Dichtungen/, level: 1 }).waitFor();
  await page.goto(`${desk.url}#/new/wiki/WIKI/Seals/de`);
  await page.getByText('Diese Seite gibt es schon auf Deutsch').waitFor();
  expect(window.complaints).toEqual([]);
});

test('a category is read and edited in the language of the person, and keeps its place in each', async () => {
  const { core, token } = desk;
  await core.json('PATCH /benchside/site', { token, json: { langids: ['en', 'de'] } });
  const add = (title: string, fields: object): Promise<unknown> =>
    core.json('POST /wikis', {
      token,
      json: { namespace: 'CATEGORY', title, contents: `About ${title}.`, ...fields },
    });
  await add('Tools', {});
  await add('Saws', { parent: 'Tools', info: [{ name: 'Mains', value: '230 V' }] });
  const stored = (): Promise<CategoryWiki> => core.json('GET /wikis/CATEGORY/Saws?langid=de', { token });

  await using window = await desk.open('/category/Saws', 'de-DE');
  const { page } = window;
  await page.getByRole('link', { name: 'Übersetzen in: Deutsch' }).click();
  await page.getByLabel('Angezeigter Titel').fill('Sägen');
  await page.getByRole('button', { name: 'Mit dem Übersetzen beginnen' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Zum Sägen.');
  await expect.poll(async () => (await stored()).contents_raw).toBe('Zum Sägen.');
  expect(await stored()).toMatchObject({ parent: 'Tools', info: [{ name: 'Mains', value: '230 V' }] });
  await page.goto(`${desk.url}#/category/Saws`);
  await page.getByRole('heading', { name: 'Sägen', level: 1 }).waitFor();
  await page.getByText('Zum Sägen.').waitFor();
  await page
    .getByRole('navigation', { name: 'Sprachen dieser Seite' })
    .getByRole('link', { name: 'English' })
    .click();
  await page.getByText('About Saws.').waitFor();
  expect(await page.getByText('Zum Sägen.').count()).toBe(0);
  expect(window.complaints).toEqual([]);
});
