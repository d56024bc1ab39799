import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig } from 'vite';

import { buildManual } from '../resources/manual/build-manual.ts';

const root = join(import.meta.dirname, '..');
/** Written last: its time is the time of the build. */
const stamp = join(root, 'dist', 'built');
const sources = [
  '{app,main,renderer,shared}/**/*',
  'resources/{manual,release,screens}/**/*',
  'package*.json',
  'vite*.config.ts',
];

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

/** Returns whether a source is newer than the build. */
export function needsBuild(): boolean {
  const built = timeOf(stamp);
  return globSync(sources, { cwd: root }).some((file) => timeOf(join(root, file)) > built);
}

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (import.meta.main) await buildAll();
