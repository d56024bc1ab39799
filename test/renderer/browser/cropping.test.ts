import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import {
  moveFrame,
  pixelsOf,
  rotate,
  wholePicture,
} from '../../../renderer/components/cropping/crop-frame.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { corners, cornersOf } from '../../media/pictures.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const desk = writingDesk();

test('a frame stays inside the picture, keeps 50 pixels, and turns with the picture', () => {
  const size = { width: 200, height: 100 };
  const left = moveFrame(wholePicture, 'bottomRight', { x: -0.5, y: 0 }, size);
  expect(pixelsOf(left, size)).toEqual({ left: 0, top: 0, width: 100, height: 100 });
  expect(pixelsOf(moveFrame(left, 'topLeft', { x: 9, y: 9 }, size), size)).toEqual({
    left: 50,
    top: 50,
    width: 50,
    height: 50,
  });
  expect(pixelsOf(moveFrame(left, 'frame', { x: 9, y: 9 }, size), size)).toMatchObject({ left: 100, top: 0 });
  expect(moveFrame(left, 'topRight', { x: -9, y: -9 }, { width: 20, height: 20 })).toMatchObject({ top: 0 });
  const turned = rotate({ quarters: 0, frame: left }, true);
  expect(turned).toEqual({ quarters: 1, frame: { left: 0, top: 0, right: 1, bottom: 0.5 } });
  expect(rotate(turned, false)).toEqual({ quarters: 0, frame: left });
});

test('a picture of a step is rotated and cropped by mouse and keyboard, and undo brings the old one back', async () => {
  const { core } = desk;
  const guideid = await desk.addGuide('A door in pictures');
  const body = new Uint8Array(await (await corners(1200, 800)).png().toBuffer());
  const { picture: old, stepid } = await desk.addPicture(guideid, 'door.png', body);
  const shown = (): Promise<MediaImage> => desk.picture(guideid);

  await using window = await desk.open(`/edit/guide/${guideid}?step=${stepid}`);
  const { page } = window;
  await page.getByRole('button', { name: 'Crop or rotate picture 1' }).click();
  await page.getByRole('button', { name: 'Rotate right' }).click();
  await page.getByText('800 × 1,200 pixels').waitFor();
  await drag(page, 'Bottom right corner', -400, 0);
  await page.getByText('400 × 1,200 pixels').waitFor();
  await page.getByRole('button', { name: 'Top left corner' }).press('Shift+ArrowDown');
  await page.getByText('400 × 1,080 pixels').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await shown()).image.id).not.toBe(old.image.id);
  const cut = await shown();
  expect([cut.width, cut.height]).toEqual([400, 1080]);
  const stored = await core.fetch(new Request(cut.image.original));
  expect(await cornersOf(new Uint8Array(await stored.arrayBuffer()))).toBe('WWBB');

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await shown()).image.id).toBe(old.image.id);
  await page.getByRole('button', { name: 'Crop or rotate picture 1' }).click();
  await page.getByRole('button', { name: 'Rotate left' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await shown()).image.id).toBe(old.image.id);
  expect(window.complaints).toEqual([]);
});

/** Drags a corner by pixels of the picture. */
async function drag(page: Page, corner: string, x: number, y: number): Promise<void> {
  const from = await page.getByRole('button', { name: corner }).boundingBox();
  const board = await page.locator('dialog svg image').boundingBox();
  if (!from || !board) throw new Error('there is no picture');
  const [startX, startY] = [from.x + from.width / 2, from.y + from.height / 2];
  const scale = board.width / 800;
  await page.mouse.move(startX, startY);
  await page.mouse.down();
  await page.mouse.move(startX + x * scale, startY + y * scale, { steps: 4 });
  await page.mouse.up();
}
