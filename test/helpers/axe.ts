import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const still = (): boolean =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);

/**
 * Returns axe's findings on a page once nothing on it moves, because a colour in transition is neither of its ends. The usual mode would
 * open a second page, which Electron does not.
 * @returns a line for each element, `where` first
 */
export async function axeFindings(page: Page, where = ''): Promise<string[]> {
  await page.waitForFunction(still);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${where} ${impact}: ${id} ${html.slice(0, 160)}`),
  );
}
