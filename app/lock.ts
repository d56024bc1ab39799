import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { AppError } from '../shared/errors.ts';
import { fromDisk } from './api/error-response.ts';
import { makeOwnFolder, tighten } from './owner-only.ts';

/**
 * Claims a data folder for this process, and takes it away from other accounts of the machine. The lock is SQLite's own file lock, which the operating system drops with
 * the process however it dies, so there is no stale lock to clean up; the pid beside it only tells who holds it.
 *
 * @returns a function that gives the folder back
 * @throws AppError `unavailable` naming the pid of the process that uses the folder
 */
export function lockDataFolder(dataDir: string): () => void {
  makeOwnFolder(dataDir);
  const pidFile = join(dataDir, 'benchside.pid');
  const lock = new Database(join(dataDir, 'benchside.lock'), { timeout: 0 });
  try {
    // A journal on the disk would need room there.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    tellPid(pidFile);
    warnOfReaders(tighten(dataDir));
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
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

/** Nobody fixes what nobody hears of; the folder can be used all the same. */
function warnOfReaders([first]: readonly string[]): void {
  if (first === undefined) return;
  process.stderr.write(
    `benchside: other accounts of this machine may read ${first}, and this process may not change that.\n`,
  );
}

/** What is here can be read on a full disk too; then nobody learns who holds the folder. */
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
