import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Axe's own global, once its source has run in the page. */
    axe: typeof axe;
  }
}

/** Ends with a number, because the value of the last expression is sent back. */
const source = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};0`;

const still = (): boolean =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);

/** The rules of axe whose result depends on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's findings on a page once nothing on it moves, because a colour in transition is neither of its ends. The package for
 * Playwright would put axe into the page at each call, twice.
 *
 * @param rules all if empty
 * @returns a line for each element, `where` first
 */
export async function axeFindings(page: Page, where = '', rules: readonly string[] = []): Promise<string[]> {
  await page.waitForFunction(still);
  // The source is large, and a page stays open for several screens.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings = await page.evaluate(
    async (wanted) => {
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        ...(wanted.length > 0 && { runOnly: { type: 'rule', values: wanted } }),
      });
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html }) => `${impact}: ${id} ${html.slice(0, 160)}`),
      );
    },
    [...rules],
  );
  return findings.map((line) => `${where} ${line}`);
}

/** Returns axe's findings in the light scheme, and those about colours in the dark one. Afterwards the page is light. */
export async function axeFindingsInBothSchemes(page: Page, where = ''): Promise<string[]> {
  await showScheme(page, 'dark');
  const dark = await axeFindings(page, `${where} dark`, colorRules);
  await showScheme(page, 'light');
  return [...dark, ...(await axeFindings(page, `${where} light`))];
}

/** Shows a page in a colour scheme. The page's own background shows that it is in effect. */
export async function showScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => {
    const brightness = Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]);
    return wanted === 'dark' ? brightness < 60 : brightness > 200;
  }, scheme);
}
