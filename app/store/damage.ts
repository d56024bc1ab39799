import { statSync } from 'node:fs';

import { AppError } from '../../shared/errors.ts';
import { copyDays } from './daily-copies.ts';

/** Bytes. Above this, checking every page would take most of a start. */
const alwaysChecked = 16 * 1024 * 1024;

/** Returns whether a file is checked before use: a small one always, a large one only if the program did not exit properly. */
export function isDoubtful(file: string): boolean {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(`${file}-wal`) > 0 || size(file) < alwaysChecked;
}

export function isCorrupt(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'SQLITE_NOTADB' || String(error.code).startsWith('SQLITE_CORRUPT'))
  );
}

/** Returns the error for a damaged database; its message says how to restore the data. */
export function damaged(dataDir: string, cause?: unknown): AppError {
  const [day] = copyDays(dataDir);
  if (day !== undefined)
    return new AppError(
      'incompatible',
      `The database in ${dataDir} is damaged. Nothing was changed. There is a verified copy of ${day}: ` +
        '`benchside restore --data …` restores it, with the edits made since as far as they can be read.',
      {},
      cause,
    );
  return new AppError(
    'incompatible',
    `The database in ${dataDir} is damaged. Nothing was changed. Restore benchside.sqlite from a backup, or ` +
      'rename the folder and start Benchside with a new one. Keep the old folder: it may contain edits that were not sent.',
    {},
    cause,
  );
}
