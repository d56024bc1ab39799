import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { axeFindings } from '../../helpers/axe.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const desk = writingDesk();

test('a guide is read, marked and exported in each of its languages, and lists stay lists in Markdown', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Open the pump');
  const introduction =
    "Two '''causes''':\n\n* a worn seal\n** or a dry one\n* a [https://example.org/x_y(1)|bent shaft]\n\nStop the pump.";
  const { revisionid } = await desk.stored(guideid);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { introduction } });
  const guide = await desk.stored(guideid);
  await core.json(`PATCH /guides/${guideid}?revisionid=${guide.revisionid}&langid=de`, {
    token,
    json: { title: 'Die Pumpe öffnen', introduction: '# Dichtung\n# Welle' },
  });

  await using window = await desk.open(`/guide/${guideid}`);
  const { page } = window;
  const exported = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown, with links to the pictures' }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  const languages = page.getByRole('group', { name: 'Languages of this guide' });
  await languages.waitFor();
  expect((await languages.getByRole('button').allTextContents()).toSorted()).toEqual(['Deutsch', 'English']);
  expect(await exported()).toContain(
    [
      'Two **causes**:',
      '',
      '- a worn seal',
      '  - or a dry one',
      '- a [bent shaft](<https://example.org/x_y(1)>)',
      '',
      'Stop the pump.',
    ].join('\n'),
  );

  await languages.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Die Pumpe öffnen', level: 1 }).waitFor();
  expect(await languages.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Deutsch']);
  expect(await axeFindings(page)).toEqual([]);
  expect(await exported()).toContain('# Die Pumpe öffnen');
  expect(await exported()).toContain('1. Dichtung\n2. Welle');
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByRole('link', { name: 'All steps on one page' }).click();
  await page.getByRole('heading', { name: 'Die Pumpe öffnen', level: 1 }).waitFor();
  await page.goBack();
  await languages.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Open the pump', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
  expect(window.complaints).toEqual([]);
});

test('a guide opens in the language of the person, with the original one touch away, and the switch is kept', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Close the pump');
  const { revisionid } = await desk.stored(guideid);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
    token,
    json: { title: 'Die Pumpe schließen' },
  });
  const only = await desk.addGuide('Only in English');

  await using window = await desk.open(`/guide/${guideid}`, 'de-DE');
  const { page } = window;
  const title = (name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
  await title('Die Pumpe schließen');
  await page.getByRole('button', { name: 'English', pressed: false }).click();
  await title('Close the pump');
  await page.goto(`${desk.url}#/guide/${only}`);
  await title('Only in English');
  await page.goto(`${desk.url}#/guide/${guideid}`);
  await title('Close the pump');
});

test('a job shows the guide in the language of the person, and its news are those of the original', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Test the pump');
  const guide = await desk.stored(guideid);
  const [first] = guide.steps;
  const translate = (lines: string[]): Promise<unknown> =>
    core.json(`PATCH /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}&langid=de`, {
      token,
      json: {
        title: 'Teil 1',
        lines: first?.lines.map(({ lineid, bullet, level }, index) => ({
          lineid,
          bullet,
          level,
          text: lines[index],
        })),
      },
    });
  await translate(['eins von 1', 'zwei von 1']);
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'WO-DE' },
  });
  await using window = await desk.open(`/run/${entryid}/step/${first?.stepid}`, 'de-DE');
  const { page } = window;
  await page.getByText('eins von 1').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('one of 1').waitFor();
  expect(await page.getByText('eins von 1').count()).toBe(0);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByText('eins von 1').waitFor();
  expect(await page.getByText('Anleitung hat sich geändert').count()).toBe(0);
});

test('lists and search results name a guide in the language of the person, and say which it is', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('Grease the spindle');
  await desk.addGuide('Oil the spindle');
  const { revisionid } = await desk.stored(guideid);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
    token,
    json: { title: 'Die Spindel fetten', introduction: 'Handschuhe tragen.' },
  });

  await using window = await desk.open('/', 'de-DE');
  const { page } = window;
  const named = (name: string) => page.getByRole('main').getByText(name, { exact: true }).first();
  expect(await named('Die Spindel fetten').getAttribute('lang')).toBe('de');
  expect(await named('Oil the spindle').getAttribute('lang')).toBe('en');
  await page.goto(`${desk.url}#/search?q=handschuhe`);
  const hit = page.getByRole('link', { name: 'Die Spindel fetten' });
  await hit.waitFor();
  expect(await hit.textContent()).toContain('Handschuhe tragen.');
  await hit.click();
  const title = page.getByRole('heading', { name: 'Die Spindel fetten', level: 1 });
  await title.waitFor();
  expect(await title.getAttribute('lang')).toBe('de');
  expect(
    await page
      .getByText('Handschuhe tragen.')
      .evaluate((text) => text.closest('[lang]')?.getAttribute('lang')),
  ).toBe('de');
  expect(window.complaints).toEqual([]);
});
