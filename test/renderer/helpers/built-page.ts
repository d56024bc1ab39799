import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

import { buildRenderer } from '../../../main/build.ts';
import { openBrowser } from './browser.ts';

export interface BuiltPage {
  /** Folder of the page, built as it ships. */
  folder: string;
  browser: Browser;
}

/** Builds the page and opens a browser before the tests of a file, and removes both after them. Its fields are there once tests run. */
export function builtPage(): Readonly<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), 'benchside-page-'));
  const built: Partial<BuiltPage> & { folder: string } = { folder };
  beforeAll(async () => {
    await buildRenderer(folder);
    built.browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await built.browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get browser() {
      if (!built.browser) throw new Error('the browser is opened before the first test');
      return built.browser;
    },
  };
}
