import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncFile } from './prepare.ts';

/** Puts a copy of `from` in the place of `to` at once: there is one of the two at any moment, and it is whole. */
export function putProgram(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const part = `${to}.new`;
  copyFileSync(from, part);
  chmodSync(part, 0o755);
  syncFile(part);
  renameSync(part, to);
}
