import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { loadSharp } from '../../../app/media/sharp.ts';
import { readMarkup } from '../../../shared/markup.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { photo } from '../../media/pictures.ts';
import { writingDesk } from '../helpers/writing-desk.ts';
import { axeFindings } from '../../helpers/axe.ts';

const desk = writingDesk();

test('markers are drawn by mouse and by keyboard, survive the window, are visible to every reader and can be changed', async () => {
  const { core, token } = desk;
  const guideid = await desk.addGuide('A pump in pictures');
  const body = new Uint8Array(await (await photo(1200, 900)).jpeg().toBuffer());
  const { picture: plain, stepid } = await desk.addPicture(guideid, 'pump.jpg', body);
  const shown = (): Promise<MediaImage> => desk.picture(guideid);

  await using window = await desk.open(`/edit/guide/${guideid}?step=${stepid}`);
  const { page } = window;
  await page.getByRole('button', { name: 'Mark picture 1' }).click();
  await drag(page, [0.25, 0.25], [0.35, 0.25]);
  await page.getByRole('button', { name: 'Yellow', exact: true }).click();
  await page.getByRole('button', { name: 'Green', exact: true }).click();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Arrow', exact: true }).click();
  await drag(page, [0.2, 0.8], [0.6, 0.6]);
  await page.getByRole('button', { name: /^Marker 2/ }).waitFor({ state: 'attached' });
  await expect
    .poll(() => core.json(`GET /benchside/drafts/markers%20${plain.guid}`, { token }))
    .toMatchObject({ body: { markup: expect.stringContaining('arrow') } });

  await page.reload();
  await page.getByRole('button', { name: 'Mark picture 1' }).click();
  await page.getByRole('button', { name: /^Marker 2/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Add marker' }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await shown()).srcid).toBe(plain.image.id);

  const marked = await shown();
  const markers = readMarkup(marked.markup ?? '') ?? [];
  expect(markers.map(({ kind, colour }) => `${colour} ${kind}`)).toEqual(['yellow circle', 'green arrow']);
  // Drawn from the upper left of its square, 120 pixels wide.
  expect(markers[0]?.from).toEqual({ x: expect.closeTo(360, -1), y: expect.closeTo(285, -1) });
  const sharp = await loadSharp();
  const response = await core.call(`GET ${new URL(marked.image.original).pathname}`);
  const pixels = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await pixels.metadata()).toMatchObject({ width: 1200, height: 900 });
  const { data } = await pixels
    .extract({ left: 420, top: 285, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data].map((value) => Math.round(value / 32))).toEqual(
    [246, 207, 31].map((value) => Math.round(value / 32)),
  );

  await page.getByRole('button', { name: 'Mark picture 1' }).click();
  await page.getByRole('button', { name: /^Marker 1/ }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Marker 1/ }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await shown()).image.id).toBe(plain.image.id);
  expect(window.complaints).toEqual([]);
});

/** Drags from one place to another, in parts of the picture's width and height. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await page.locator('dialog svg image').boundingBox();
  if (!box) throw new Error('there is no picture');
  const at = ([x, y]: [number, number]): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}
