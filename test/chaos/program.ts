import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const outDir = join(root, `test-output/chaos/program-${process.pid}`);

/** The built command line: its processes start in a fifth of the time that the sources take. */
export const program = join(outDir, 'app/cli.js');

export async function buildProgram(): Promise<void> {
  await build({
    root,
    configFile: join(root, 'vite.node.config.ts'),
    logLevel: 'warn',
    build: { outDir },
  });
}

export const removeProgram = (): void => rmSync(outDir, { recursive: true, force: true });
