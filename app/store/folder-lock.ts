import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { AppError } from '../../shared/errors.ts';
import { fromDisk, isBusy } from '../disk-error.ts';
import { makeOwnFolder, tighten } from '../owner-only.ts';

/**
 * Locks a data folder for this process and removes the access of other accounts. The lock is SQLite's own file lock,
 * which the operating system releases however the process dies, so there is no stale lock to clean up; the pid file only
 * names the holder.
 *
 * @returns a function that releases the folder
 * @throws AppError `unavailable` naming the pid of the process that uses the folder
 */
export function lockDataFolder(dataDir: string): () => void {
  makeOwnFolder(dataDir);
  const pidFile = join(dataDir, 'benchside.pid');
  const lock = new Database(join(dataDir, 'benchside.lock'), { timeout: 0 });
  try {
    // A journal file could not be written on a full disk.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    tellPid(pidFile);
    warnOfReaders(tighten(dataDir));
  } catch (error) {
    lock.close();
    if (isBusy(error)) {
      throw new AppError(
        'unavailable',
        `The data folder ${dataDir} is in use by another Benchside process (pid ${readPid(pidFile)}). ` +
          'Stop it first, or choose another folder with --data.',
      );
    }
    throw error;
  }
  return () => {
    if (lock.open) lock.close();
  };
}

/** Warns on stderr if other accounts can read the folder; the folder can be used anyway. */
function warnOfReaders([first]: readonly string[]): void {
  if (first === undefined) return;
  process.stderr.write(
    `benchside: other accounts of this computer may read ${first}, and this process may not change that.\n`,
  );
}

/** Writes the pid. A full disk is no error, since its data can still be read; the holder is then unknown. */
function tellPid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`);
  } catch (error) {
    if (!fromDisk(error)) throw error;
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown';
  } catch (error) {
    return `unknown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
