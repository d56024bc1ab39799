import type { Page } from 'playwright';

/** Resolves when colours and panels of a page have stopped moving. */
export async function whenStill(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}
