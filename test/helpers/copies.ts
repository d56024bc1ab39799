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

/**
 * Returns the rows of all tables as a data folder has them, and which fields of which documents have each word of the search index. How
 * FTS5 stores that is left out: it depends on how many commits a process replays at once.
 */
export function rowsIn(dataDir: string): Record<string, unknown[]> {
  const db = new Db({ file: join(dataDir, databaseName), readonly: true, synchronous: 'FULL' });
  try {
    const tables = db.all<{ name: string; type: string }>(
      sql`SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' ORDER BY name`,
    );
    return Object.fromEntries(
      tables.map(({ name, type }) => [
        name,
        type === 'virtual' ? wordsIn(db, name) : db.all(sql`SELECT * FROM ${sql.table(name)}`),
      ]),
    );
  } finally {
    db.close();
  }
}

function wordsIn(db: Db, index: string): unknown[] {
  const words = `words_of_${index}`;
  db.run(sql`CREATE VIRTUAL TABLE temp.${sql.id(words)} USING fts5vocab(main, ${sql.id(index)}, instance)`);
  return db.all(sql`SELECT term, doc, col FROM temp.${sql.id(words)} ORDER BY 1, 2, 3`);
}

/** Fails the test unless a process that joins the site now, and replays all its commits, has the same database. */
export function expectEqualCopy(dataDir: string, log: MemoryLog): void {
  using folder = temporaryFolder();
  new Replica({ dataDir: folder.path, commitLog: log }).close();
  expect(rowsIn(folder.path)).toEqual(rowsIn(dataDir));
}
