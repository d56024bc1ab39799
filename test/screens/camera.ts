import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, '../../resources/screens');
/** `SCREENS='home|run'` makes only screens whose names match; the steps to the others run all the same. */
const wanted = new RegExp(process.env['SCREENS'] ?? '');
const sizes = [
  [1280, 800],
  [1920, 1080],
] as const;
/** Larger screenshots are scaled down to this size, because the whole set is part of every clone. */
const storedWidth = 1440;
const mostBytes = 36_000;
const patience = 60_000;

/** Options of a screenshot. */
export interface Pose {
  /** One size and one theme only, for screens that differ just by their texts. */
  once?: boolean;
  /** True if missing pictures are part of the screenshot. */
  unfinished?: boolean;
  /** Scrolled to the top, again in every size. */
  top?: string;
}

/** Takes `<name>-<width>-<light|dark>.webp` in both sizes and both themes. Afterwards the page is small and light. */
export async function shoot(page: Page, name: string, pose: Pose = {}): Promise<void> {
  if (!wanted.test(name)) return;
  // The pointer would otherwise hover over something.
  await page.mouse.move(0, 0);
  for (const [width, height] of pose.once ? sizes.slice(0, 1) : sizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => innerWidth), { timeout: patience }).toBe(width);
    for (const scheme of pose.once ? (['light'] as const) : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
      if (pose.top)
        await page
          .locator(pose.top)
          .first()
          .evaluate((element) => element.scrollIntoView());
      await atRest(page, pose);
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', timeout: patience });
      await store(picture, `${name}-${width}-${scheme}`);
    }
  }
  const [[width, height]] = sizes;
  await page.setViewportSize({ width, height });
}

/** Waits until fonts and visible pictures are there, and colours have stopped changing. */
async function atRest(page: Page, { unfinished = false }: Pose): Promise<void> {
  const isAtRest = (anyPicture: boolean): boolean => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const inSight = [...document.images].filter((picture) => {
      const { top, bottom, width } = picture.getBoundingClientRect();
      return picture.checkVisibility() && width > 0 && bottom > 0 && top < innerHeight;
    });
    return (
      document.fonts.status === 'loaded' &&
      moving.length === 0 &&
      (anyPicture || inSight.every(({ complete, naturalWidth }) => complete && naturalWidth > 0))
    );
  };
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.waitForFunction(isAtRest, unfinished, { timeout: patience });
}

/** Stores a screenshot as WebP with the highest quality that fits into `mostBytes`. */
async function store(png: Buffer, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const picture = sharp(png).resize({ width: storedWidth, withoutEnlargement: true });
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const webp = await picture.clone().webp({ quality, effort: 5 }).toBuffer();
    if (webp.byteLength > mostBytes && quality > 30) continue;
    writeFileSync(join(folder, `${name}.webp`), webp);
    return;
  }
}
