import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const still = (): boolean =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);

/**
 * What axe finds on a page once nothing on it moves: a colour on its way to another is neither.
 * Its usual mode opens a second page, which Electron does not.
 * @returns a line for each element, `where` first
 */
export async function axeFindings(page: Page, where = ''): Promise<string[]> {
  await page.waitForFunction(still);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${where} ${impact}: ${id} ${html.slice(0, 160)}`),
  );
}
