import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Written last: its time is the time of the build. */
export const stamp = join(root, 'dist', 'built');
const sources = [
  '{app,main,renderer,shared}/**/*',
  'resources/{manual,release,screens}/**/*',
  'package*.json',
  'vite*.config.ts',
];

/** Returns whether a source is newer than the build. */
export function needsBuild(): boolean {
  const built = timeOf(stamp);
  return globSync(sources, { cwd: root }).some((file) => timeOf(join(root, file)) > built);
}

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
