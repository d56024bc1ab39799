import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const desk = writingDesk();

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const inGerman = (guideid: number): Promise<Guide> =>
  desk.core.json(`GET /guides/${guideid}?langid=de&unpatrolled`, { token: desk.token });

test('an author writes a translation beside the original, and what is not translated stays the original', async () => {
  const guideid = await desk.addGuide('Open the pump');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Translate' }).click();
  await page.getByRole('combobox', { name: 'Into' }).selectOption('de');
  await page.getByText('0 of 10 texts are translated').waitFor();
  expect(await axeFindings(page, 'translation')).toEqual([]);
  await field(page, 'Title').fill('Die Pumpe öffnen');
  await field(page, 'Step 2, title').fill('Teil 2');
  await field(page, 'Step 2, line 1').fill('eins von 2');
  await field(page, 'Step 2, line 2').fill('zwei von 2');
  await expect
    .poll(async () => {
      const { title, steps } = await inGerman(guideid);
      return [title, steps[1]?.title, ...(steps[1]?.lines ?? []).map(({ text_raw }) => text_raw)];
    })
    .toEqual(['Die Pumpe öffnen', 'Teil 2', 'eins von 2', 'zwei von 2']);
  await page.getByText('4 of 10 texts are translated').waitFor();
  const german = await inGerman(guideid);
  expect(german.steps[0]?.lines.map(({ text_raw }) => text_raw)).toEqual(['one of 1', 'two of 1']);
  expect(await desk.stored(guideid)).toMatchObject({ title: 'Open the pump' });

  await field(page, 'Step 2, line 2').fill('');
  await expect.poll(async () => (await inGerman(guideid)).steps[1]?.lines[1]?.text_raw).toBe('two of 2');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await inGerman(guideid)).steps[1]?.lines[1]?.text_raw).toBe('zwei von 2');

  // Someone else translates another text of the same step meanwhile.
  const [, step] = german.steps;
  const current = (await inGerman(guideid)).steps[1];
  await desk.core.json(
    `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${current?.revisionid}&langid=de`,
    { token: desk.token, json: { title: 'Der zweite Teil' } },
  );
  await field(page, 'Step 2, line 1').fill('eins von zwei');
  await expect
    .poll(async () => {
      const [, second] = (await inGerman(guideid)).steps;
      return [second?.title, second?.lines[0]?.text_raw];
    })
    .toEqual(['Der zweite Teil', 'eins von zwei']);

  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Die Pumpe öffnen', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Deutsch', pressed: true }).waitFor();
});

test('readers and translators see what changed in the original, until it is translated again or confirmed', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Open the pump');
  const patch = async (langid: string, json: object): Promise<void> => {
    const { revisionid } = langid === 'de' ? await inGerman(guideid) : await desk.stored(guideid);
    await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=${langid}`, { token, json });
  };
  const patchStep = async (langid: string, texts: string[]): Promise<void> => {
    const { steps } = langid === 'de' ? await inGerman(guideid) : await desk.stored(guideid);
    const [step] = steps;
    const lines = step?.lines.map(({ lineid, bullet, level }, index) => ({
      lineid,
      bullet,
      level,
      text: texts[index] ?? '',
    }));
    await core.json(
      `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}&langid=${langid}`,
      { token, json: { lines } },
    );
  };
  await patch('de', { title: 'Die Pumpe öffnen' });
  await patchStep('de', ['eins', 'zwei']);
  await patch('en', { title: 'Open the new pump' });
  await patchStep('en', ['one of 1', 'two, slowly']);

  await using window = await desk.open(`/guide/${guideid}`);
  const { page } = window;
  const german = page.getByRole('group', { name: 'Languages of this guide' }).getByRole('button', {
    name: 'Deutsch: The original has changed since',
  });
  await german.click();
  await page.getByText('The original has changed since this was translated: Title, Step 1.').waitFor();
  expect(await axeFindings(page, 'outdated translation')).toEqual([]);
  await page.getByRole('link', { name: 'Update the translation' }).click();
  await page.getByText('The originals of 2 texts have changed since their translation').waitFor();
  expect(await field(page, 'Step 1, line 2').getAttribute('aria-describedby')).not.toBeNull();
  expect(await axeFindings(page, 'outdated texts')).toEqual([]);
  await field(page, 'Title').fill('Die neue Pumpe öffnen');
  await page.getByText('The original of 1 text has changed since its translation').waitFor();
  await page.getByRole('button', { name: 'The translation still fits: Step 1, line 2' }).click();
  await page.getByText('has changed since its translation').waitFor({ state: 'detached' });
  expect(await page.getByText('The original has changed since').count()).toBe(0);
  expect(await core.json(`GET /benchside/guides/${guideid}/translations`, { token })).toEqual([
    { langid: 'de', changed: [] },
  ]);
  expect((await inGerman(guideid)).steps[0]?.lines.map(({ text_raw }) => text_raw)).toEqual(['eins', 'zwei']);
});

test('a text that is too long is not sent, and says so; the language of the original cannot be translated into', async () => {
  const guideid = await desk.addGuide('Too long');
  await using window = await desk.open(`/edit/guide/${guideid}/in/de`);
  const { page } = window;
  await field(page, 'Title').fill('x'.repeat(2000));
  await page.getByRole('alert').first().waitFor();
  expect((await inGerman(guideid)).title).toBe('Too long');
  await page.goto(`${desk.url}#/edit/guide/${guideid}/in/en`);
  await page.getByText('The guide is written in this language').waitFor();
});

test("the site's languages are offered, with those that are missing or outdated, and the guide's page leads to one", async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Oil the hinge');
  await core.json('PATCH /benchside/site', { token, json: { langids: ['en', 'de', 'pl', 'cs'] } });
  try {
    await core.json(
      `PATCH /guides/${guideid}?revisionid=${(await desk.stored(guideid)).revisionid}&langid=de`,
      {
        token,
        json: { title: 'Das Scharnier ölen' },
      },
    );
    await using window = await desk.open(`/guide/${guideid}`);
    const { page } = window;
    const missing = page.getByRole('link', { name: /^Translate into/ });
    expect(await missing.innerText()).toBe('Translate into Polish, Czech');
    expect((await missing.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    expect(await axeFindings(page, 'missing languages')).toEqual([]);
    await missing.click();
    const into = page.getByRole('combobox', { name: 'Into' });
    await expect
      .poll(() => into.locator('option').allInnerTexts())
      .toEqual(['German', 'Polish: not translated', 'Czech: not translated']);
    expect(await into.inputValue()).toBe('pl');
    await field(page, 'Title').fill('Naoliwić zawias');
    await expect
      .poll(async () => (await core.json<Guide>(`GET /guides/${guideid}?langid=pl`, { token })).title)
      .toBe('Naoliwić zawias');
    await core.json(`PATCH /guides/${guideid}?revisionid=${(await desk.stored(guideid)).revisionid}`, {
      token,
      json: { title: 'Oil both hinges' },
    });
    await page.goto(`${desk.url}#/guide/${guideid}`);
    await page.reload();
    await page.getByRole('link', { name: 'Translate into Czech' }).click();
    await expect
      .poll(() => into.locator('option').allInnerTexts())
      .toEqual([
        'German: the original has changed',
        'Polish: the original has changed',
        'Czech: not translated',
      ]);
  } finally {
    await core.json('PATCH /benchside/site', { token, json: { langids: ['en'] } });
  }
  await using window = await desk.open(`/guide/${guideid}`);
  await window.page.getByRole('heading', { name: 'Oil both hinges' }).waitFor();
  expect(await window.page.getByRole('link', { name: /^Translate into/ }).count()).toBe(0);
});
