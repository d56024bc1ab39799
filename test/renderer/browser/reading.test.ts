import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { deskPage } from '../helpers/desk-page.ts';
import { hostile, sealGuide, siteInfo, statusWith } from '../helpers/documents.ts';
import { pdfPages } from '../helpers/pdf-pages.ts';
import { inMemory } from '../../media/in-memory.ts';
import { zipEntries } from '../../../app/media/zip.ts';

const at = deskPage();

describe('finding and reading a guide', () => {
  it('works by keyboard from the search through the overview and every step to the end', async () => {
    await at.open('/');
    await at.heading('Continue').waitFor();
    await at.page.keyboard.press('/');
    await at.page.keyboard.type('pump');
    await at.heading('2 results').waitFor();
    expect(await at.page.locator('main mark').allTextContents()).toEqual(['Pump', 'pump', 'Pump', 'pump']);
    expect(await at.page.getByText('A <b>plain</b> pump').count()).toBe(2);

    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('ArrowUp');
    await at.page.keyboard.press('Enter');
    await at.heading('Pump Seal Replacement').first().waitFor();
    expect(at.place()).toBe('/guide/1');
    await at.page.getByText('1 of 6 pictures missing').waitFor();
    await at.page.getByText('The site lost this picture.').waitFor();

    await at.page.getByRole('link', { name: 'From the start' }).click();
    await at.heading('Pull the plug').waitFor();
    await at.page.getByText('From “Opening the Pump”').waitFor();
    await at.page.keyboard.press('ArrowRight');
    await at.heading('Lift the lid').waitFor();
    await at.page.keyboard.press('PageDown');
    await at.heading('Find the seal').waitFor();
    expect(at.place()).toBe('/guide/1/step/11');
    await at.page.getByText('Step 3 of 5: Find the seal').waitFor({ state: 'attached' });

    await at.page.reload();
    await at.heading('Find the seal').waitFor();
    await at.page.keyboard.press('ArrowLeft');
    await at.heading('Lift the lid').waitFor();
    await at.page.keyboard.press('End');
    await at.heading('Press the new one in').waitFor();
    await at.page.getByText('The site lost this picture.').waitFor();
    await at.page.getByRole('button', { name: /Finish/ }).click();
    await at.heading('Done').waitFor();
    const conclusion = await at.page.getByText('Run it for ten minutes.').boundingBox();
    const done = await at.heading('Done').boundingBox();
    expect(conclusion?.y).toBeLessThan(done?.y ?? 0);
    await at.page.getByRole('region', { name: 'Conclusion' }).waitFor();

    expect(at.desk.writes.at(-1)).toBe('PUT /benchside/reading/1 {"stepid":null,"finished":true}');
    expect(at.desk.writes).toContain('PUT /benchside/reading/1 {"stepid":11,"finished":false}');
    expect(at.complaints).toEqual([]);
  });

  it('shows bullets in shapes and colours, callouts in words, videos by link', async () => {
    await at.open('/guide/1/step/11');
    await at.heading('Find the seal').waitFor();
    for (const words of ['Red square', 'Violet cross', 'Note', 'Caution', 'Reminder']) {
      expect(await at.page.getByText(words, { exact: true }).count()).toBe(1);
    }
    expect(await at.page.locator('[data-bullet]').count()).toBe(8);
    await at.page.keyboard.press('ArrowRight');
    await at.page.getByRole('button', { name: 'Open the video in your browser' }).waitFor();
    await at.page.getByText('The knack').waitFor();
  });

  it('shows a missing picture as soon as it arrives, and says while a sync downloads it', async () => {
    const { stored } = at.desk.status;
    at.desk.answers.set('GET /benchside/guides/1/copy', { status: 404 });
    at.desk.status = statusWith({ phase: 'pictures' });
    const asked: string[] = [];
    at.page.on('response', (answer) => {
      const guid = /\/pictures\/(\w+)/.exec(answer.url())?.[1];
      if (guid !== undefined && answer.status() === 404) asked.push(guid);
    });
    await at.open('/guide/1/step/13');
    await at.page.getByText('Downloading', { exact: true }).first().waitFor();
    // The desk replaces a size that it lacks, so nothing is asked for by several sizes.
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked).not.toEqual([]);
    at.desk.hasAllPictures = true;
    at.desk.status = statusWith({
      phase: 'pictures',
      stored: { ...stored, pictureBytes: stored.pictureBytes + 1 },
    });
    await at.page.getByText('Downloading', { exact: true }).first().waitFor({ state: 'detached' });
    await at.page.locator('main img').first().waitFor();
    expect(await at.page.getByText('Picture not downloaded').count()).toBe(0);
  });

  it('enlarges a picture, which then handles the keys', async () => {
    await at.open('/guide/1/step/11');
    await at.page.getByRole('button', { name: 'Show picture 2' }).click();
    await at.page.getByRole('button', { name: /Enlarge the picture/ }).click();
    const scale = at.page.locator('dialog output');
    await scale.waitFor();
    await at.page.keyboard.press('+');
    await expect.poll(() => scale.textContent()).toBe('140 %');
    await at.page.mouse.move(400, 400);
    await at.page.mouse.wheel(0, -320);
    await expect.poll(() => scale.textContent()).toBe('381 %');
    await at.page.keyboard.press('ArrowRight');
    expect(at.place()).toBe('/guide/1/step/11');
    await at.page.keyboard.press('Escape');
    await expect.poll(() => at.page.locator('dialog').count()).toBe(0);
    await expect.poll(() => at.page.evaluate(() => document.activeElement?.textContent)).toContain('Enlarge');
  });

  it('lists all steps to jump to, and moves by swipes', async () => {
    await at.reopen({ hasTouch: true });
    await at.open('/guide/1/step/21');
    await at.page.getByRole('button', { name: 'All steps' }).click();
    await at.page.getByRole('dialog').getByText('Look at the lip & spring.', { exact: true }).waitFor();
    await at.page
      .getByRole('dialog')
      .getByRole('link', { name: /Find the seal/ })
      .click();
    await at.heading('Find the seal').waitFor();
    const finger = await at.page.context().newCDPSession(at.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number): Promise<unknown> =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }],
      });
    await touch('touchStart', 300);
    await touch('touchMove', 400);
    await touch('touchMove', 520);
    await touch('touchEnd', 520);
    await at.heading('Lift the lid').waitFor();
  });

  it('says that a step is no longer in the guide', async () => {
    await at.open('/guide/1/step/999');
    await at.page.getByText('That step is no longer in this guide.').waitFor();
  });

  it('shows all steps on one at.page, and marks a guide as completed at its end', async () => {
    await at.open('/guide/1');
    await at.page.getByRole('link', { name: 'All steps on one page' }).click();
    await at.page.getByRole('article', { name: /Find the seal/ }).waitFor();
    expect(await at.page.getByRole('article').count()).toBe(sealGuide.steps.length);
    await at.page.getByRole('link', { name: 'One step at a time' }).waitFor();
    // By key: steps that come into sight take their true height, and a link that moves under a pressed mouse is not clicked.
    await at.page.getByRole('link', { name: 'Finish' }).press('Enter');
    await at.page.getByRole('button', { name: 'Mark as completed' }).click();
    await at.page.getByRole('button', { name: 'Completed', pressed: true }).waitFor();
    await expect.poll(() => at.desk.writes).toContain('PUT /guides/1/completed');
    await at.page.getByRole('button', { name: 'Completed' }).click();
    await expect.poll(() => at.desk.writes).toContain('DELETE /guides/1/completed');
    expect(at.complaints).toEqual([]);
  });

  it('exports a guide as Markdown, and with its pictures in an archive', async () => {
    await at.open('/guide/1');
    const saved = async (item: string): Promise<{ name: string; bytes: Buffer }> => {
      const download = at.page.waitForEvent('download');
      await at.page.getByRole('button', { name: 'Export' }).click();
      await at.page.getByRole('menuitem', { name: item }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const text = await saved('Markdown, with links to the pictures');
    expect(text.name).toBe(`${sealGuide.title}.md`);
    const words = text.bytes.toString();
    expect(words).toMatch(new RegExp(`^# ${sealGuide.title}\n`));
    expect(words).toMatch(/^Water under the machine: find the seal and replace it\.$/m);
    expect(words).toMatch(/^### \d+\. Find the seal$/m);
    expect(words).toMatch(/^- \*\*Caution:\*\* /m);
    const archive = inMemory((await saved('ZIP with Markdown and pictures')).bytes);
    const names = (await zipEntries(archive)).map(({ name }) => name);
    expect(names[0]).toBe('guide.md');
    expect(names).toContain('pictures/1.jpg');
    expect(at.complaints).toEqual([]);
  });

  it('prints the whole guide', async () => {
    await at.page.addInitScript(() => {
      window.print = () => {
        const [site, paper] = document.querySelectorAll('[data-print-only]');
        const summary = /Water under the machine/.exec(paper?.textContent ?? '');
        document.title = `printed ${site?.textContent}, ${paper?.querySelectorAll('h3').length}, ${summary}`;
      };
    });
    await at.open('/guide/1');
    await at.heading('Tools').waitFor();
    await at.page.keyboard.press('Control+p');
    await at.page.waitForFunction(
      (site) => document.title === `printed ${site}, 5, Water under the machine`,
      siteInfo.name,
    );
  });

  it.each([
    ['en-GB', (page: string, pages: string) => `Page ${page} of ${pages}`],
    ['de-DE', (page: string, pages: string) => `Seite ${page} von ${pages}`],
    // Glyphs are drawn from the left, in their joined forms.
    ['ar-EG', (page: string, pages: string) => `${pages} ﻦﻣ ${page} ﺔﺤﻔﺻ`],
  ])('prints its title and the number of each page below it (%s)', async (locale, wordsOf) => {
    const title = 'Replace the “seal” \\ "gasket"';
    const changedHere = { ...sealGuide, title, revisionid: -3 };
    at.desk.answers.set('GET /guides/1', { status: 200, body: changedHere });
    await at.reopen({ locale });
    await at.page.addInitScript(() => {
      // The article for printing is removed after printing, so it is copied now.
      window.print = () =>
        document.body.replaceWith(document.querySelector('article[data-print-only]')?.cloneNode(true) ?? '');
    });
    await at.open('/guide/1');
    await at.heading(title).first().waitFor();
    await at.page.keyboard.press('Control+p');
    await at.page.locator('html > article').waitFor({ state: 'attached' });
    const pages = pdfPages(await at.page.pdf({ format: 'A4' }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join('')).not.toContain('-3');
    const inDigits = (count: number): string => new Intl.NumberFormat(locale).format(count);
    for (const [index, text] of pages.entries()) {
      const foot = text.replaceAll(/[\u00a0\u2066-\u2069]/g, ' ').replaceAll(/ +/g, ' ');
      expect(foot).toContain(wordsOf(inDigits(index + 1), inDigits(pages.length)));
      expect(foot).toContain(title);
    }
  });
});

describe('texts from the site', () => {
  it('show nothing that runs, and link to guides here', async () => {
    at.desk.answers.set('GET /guides/1', {
      status: 200,
      body: { ...sealGuide, introduction_rendered: hostile },
    });
    await at.open('/guide/1');
    await at.page.getByText('a trap').click();
    const bad =
      '[onclick], [onerror], [style*=fixed], script, iframe, form, input[name=q], a[href^=javascript]';
    expect(await at.page.locator('main').locator(bad).count()).toBe(0);
    expect(await at.page.locator('main b').getByText('bold').count()).toBe(1);
    expect(await at.page.evaluate(() => 'stolen' in window)).toBe(false);
    await at.page.getByRole('link', { name: 'the opening guide' }).click();
    await at.heading('Opening the Pump').waitFor();
    expect(at.place()).toBe('/guide/2');
  });
});
