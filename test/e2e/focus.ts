import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** A person who presses Tab more often looks for the mouse. */
const mostPresses = 40;

/** Waits until it has the focus. */
export async function focused(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true);
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll(([first]) => first !== undefined && first === document.activeElement);

/** Moves the focus there, one press after the other. */
export async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; !(await hasFocus(target)); presses++) {
    expect(presses, `${key} leads to ${target}`).toBeLessThan(mostPresses);
    await page.keyboard.press(key);
  }
}
