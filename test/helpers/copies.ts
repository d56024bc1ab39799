import { join } from 'node:path';

import { expect } from 'vitest';

import { Replica } from '../../app/replica/replica.ts';
import { databaseName } from '../../app/store/database-name.ts';
import { Db } from '../../app/store/database.ts';
import { sql } from '../../app/store/sql.ts';
import type { MemoryLog } from './memory-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Environment variable: every hub of `testCore` is one process of a shared site, and is compared with a second copy at its end. */
export const comparesCopies = 'BENCHSIDE_TEST_COPIES';

/** Returns the rows of all tables, those of the search index included, as a data folder has them. */
export function rowsIn(dataDir: string): Record<string, unknown[]> {
  const db = new Db({ file: join(dataDir, databaseName), readonly: true, synchronous: 'FULL' });
  try {
    const tables = db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
    );
    return Object.fromEntries(
      tables.map(({ name }) => [name, db.all(sql`SELECT * FROM ${sql.table(name)}`)]),
    );
  } finally {
    db.close();
  }
}

/** Fails the test unless a process that joins the site now, and replays all its commits, has the same database. */
export function expectEqualCopy(dataDir: string, log: MemoryLog): void {
  using folder = temporaryFolder();
  new Replica({ dataDir: folder.path, commitLog: log }).close();
  expect(rowsIn(folder.path)).toEqual(rowsIn(dataDir));
}
