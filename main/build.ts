import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig } from 'vite';

import { buildManual } from '../resources/manual/build-manual.ts';
import { stamp } from './needs-build.ts';

const root = join(import.meta.dirname, '..');

/** Builds everything that runs into `dist`. */
export async function buildAll(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await run('vite.node.config.ts', {});
  await run('vite.node.config.ts', { mode: 'preload' });
  await buildRenderer(join(root, 'dist/renderer'));
  buildManual(join(root, 'dist/renderer/manual'));
  writeFileSync(stamp, '');
}

export const buildRenderer = (outDir: string): Promise<unknown> =>
  run('vite.config.ts', { build: { outDir } });

function run(configFile: string, config: InlineConfig): Promise<unknown> {
  // A test runner sets another value, with which Vite would build React for development.
  process.env['NODE_ENV'] = 'production';
  return build({ configFile: join(root, configFile), logLevel: 'warn', ...config });
}

if (import.meta.main) await buildAll();
