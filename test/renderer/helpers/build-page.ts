import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildRenderer } from '../../../main/build.ts';

/** Builds the page as it ships. @returns a folder of its own, which the caller removes */
export async function buildPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'benchside-page-'));
  await buildRenderer(outDir);
  return outDir;
}
