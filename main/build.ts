import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

const root = join(import.meta.dirname, '..');
/** Written last: its time is the build's. */
const stamp = join(root, 'dist', 'built');
const sources = ['{app,main,renderer,shared}/**/*', 'package.json', 'vite*.config.ts'];

/** Everything that runs, into `dist`. */
export async function buildAll(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const run = (configFile: string, mode: string) =>
    build({ configFile: join(root, configFile), mode, logLevel: 'warn' });
  await run('vite.node.config.ts', 'production');
  await run('vite.node.config.ts', 'preload');
  await run('vite.config.ts', 'production');
  writeFileSync(stamp, '');
}

/** Whether a source is newer than what was built of it. */
export function needsBuild(): boolean {
  const built = timeOf(stamp);
  return globSync(sources, { cwd: root }).some((file) => timeOf(join(root, file)) > built);
}

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (import.meta.main) await buildAll();
