import { existsSync, renameSync, rmSync } from 'node:fs';

import { invariant } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Db } from '../database.ts';
import type { Migration } from './index.ts';

/**
 * Brings a database to the newest version. Each migration and its version number commit together, and all at once in a new file, which
 * has nothing to lose. Before the first one the file is copied beside itself, as `<file>.before-<version>`.
 *
 * @param transact runs one migration in a transaction of its own
 * @throws AppError `incompatible` when the file was written by a newer program; it is then left untouched.
 */
export function migrate(
  db: Db,
  migrations: readonly Migration[],
  transact?: (migration: Migration, run: () => void) => void,
): void {
  const numbers = migrations.map((migration) => migration.number);
  invariant(
    numbers.every((number, index) => number === index + 1),
    'migrations are numbered 1, 2, 3 …',
  );
  const found = Number(db.pragma('user_version'));
  const newest = numbers.length;
  refuseNewer(found, newest);
  const due = migrations.slice(found);
  const copy = `${db.file}.before-${newest}`;
  if (found > 0 && due.length > 0 && !existsSync(copy)) copyWhole(db, copy);
  const run = ({ up, number }: Migration): void => {
    if (typeof up === 'string') db.exec(up);
    else up((sql) => db.exec(sql));
    db.exec(`PRAGMA user_version = ${number}`);
  };
  if (transact) for (const migration of due) transact(migration, () => run(migration));
  else if (found === 0) db.transact(() => due.forEach(run));
  else for (const migration of due) db.transact(() => run(migration));
}

/** Writes the copy under another name first, so that a file with its final name is always complete. */
function copyWhole(db: Db, copy: string): void {
  const unfinished = `${copy}.new`;
  rmSync(unfinished, { force: true });
  try {
    db.copyTo(unfinished);
    renameSync(unfinished, copy);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Checks the version for a connection that may not migrate. @throws AppError `incompatible` for any version but this program's */
export function refuseOtherVersion(db: Db, newest: number): void {
  const found = Number(db.pragma('user_version'));
  refuseNewer(found, newest);
  if (found < newest) {
    throw new AppError(
      'incompatible',
      'This data folder was written by an older version of Benchside. Start the hub or desk once to bring it up to date.',
    );
  }
}

/** @throws AppError `incompatible` if the data needs a newer program than this one */
export function refuseNewer(found: number, newest: number): void {
  if (found <= newest) return;
  throw new AppError(
    'incompatible',
    `This data folder was written by a newer version of Benchside (data version ${found}, this program reads up to ` +
      `${newest}). Nothing was changed. Install the newer version, or choose another data folder.`,
  );
}
