import { AppError } from '../../shared/errors.ts';
import type { CommitPosition } from './commit-log.ts';
import type { Db } from './database.ts';
import { builder, prepared, sql } from './sql.ts';
import type { Value } from './sql.ts';

/** Key of `meta` that only a copy of a shared site has. Its value is not in the log of commits, which it is about. */
export const positionKey = 'shared-commit';

/** Returns the newest commit that a copy of a shared site has; undefined in a database that is no copy. */
export function positionIn(db: Db): CommitPosition | undefined {
  // A new file has no tables.
  const table = db.one(sql`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`);
  if (!table) return undefined;
  const row = db.one(builder.selectFrom('meta').select('value').where('key', '=', positionKey));
  return row && (JSON.parse(row.value) as CommitPosition);
}

const setPosition = prepared(
  (value: Value<string>) =>
    sql`INSERT INTO meta (key, value) VALUES (${positionKey}, ${value})
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

/** Makes a database a copy of a shared site as of this commit. Call it in the transaction that replays the commit. */
export function writePosition(db: Db, { number, id }: CommitPosition): void {
  db.run(setPosition(JSON.stringify({ number, id })));
}

/** Makes a copy of a shared site a hub's own database again. */
export const removePosition = (db: Db): void =>
  void db.run(builder.deleteFrom('meta').where('key', '=', positionKey));

/** @throws AppError `incompatible` for a copy, which only the log of its site may change */
export function refuseCopy(db: Db, dataDir: string): void {
  if (!positionIn(db)) return;
  throw new AppError(
    'incompatible',
    `The data folder ${dataDir} is one process's copy of a site in PostgreSQL. Nothing was changed. Give the address of that database with --database.`,
  );
}
