import { join } from 'node:path';

import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

import { openBrowser } from './browser.ts';

export interface BuiltPage {
  /** Folder of the page, as it ships. It is built before the first of these tests (`vitest.config.ts`). */
  folder: string;
  browser: Browser;
}

/** Opens a browser before the tests of a file, and closes it after them. `browser` is there once tests run. */
export function builtPage(): Readonly<BuiltPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser?.close());
  return {
    folder: join(import.meta.dirname, '../../../dist/renderer'),
    get browser() {
      if (!browser) throw new Error('the browser is opened before the first test');
      return browser;
    },
  };
}
