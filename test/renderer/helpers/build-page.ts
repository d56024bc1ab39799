import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** Builds the page as it ships. @returns a folder of its own, which the caller removes */
export async function buildPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'benchside-page-'));
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'renderer'),
    build: { outDir },
    logLevel: 'error',
  });
  return outDir;
}
