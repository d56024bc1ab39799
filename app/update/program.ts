import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncFile } from '../replica/daily-backup/copy-database.ts';

/** Replaces `to` by a copy of `from` atomically: at any moment there is one complete program. */
export function putProgram(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const part = `${to}.new`;
  copyFileSync(from, part);
  chmodSync(part, 0o755);
  syncFile(part);
  renameSync(part, to);
}
