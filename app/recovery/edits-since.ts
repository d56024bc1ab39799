import type Database from 'better-sqlite3';

/** Entryids of edits that were sent or discarded in a database that a copy is to replace. */
export interface Ended {
  /** Also those whose answer was lost, or whose outcome nobody knows. */
  sent: string[];
  discarded: string[];
}

/**
 * Returns which edits ended, and changes `database` to use the copy's ids: things that got the site's id since the copy have
 * their provisional id again.
 *
 * @param database a copy of the database
 * @param copy path of the copy that is restored
 */
export function endedSince(database: Database.Database, copy: string): Ended {
  database.prepare('ATTACH ? AS copy').run(copy);
  const [here, there] = [idMapOf(database, 'main'), idMapOf(database, 'copy')];
  database.exec(
    `DELETE FROM main.${here} WHERE provisional NOT IN (SELECT provisional FROM copy.${there}); DETACH copy`,
  );
  const inState = database.prepare<[string], string>('SELECT entryid FROM journal WHERE state = ?').pluck();
  const unknown = database
    .prepare<[], string>(
      `SELECT entryid FROM journal WHERE state = 'parked' AND cause ->> '$.kind' IN ('unknown-outcome', 'bug')`,
    )
    .pluck()
    .all();
  return {
    sent: [...inState.all('done'), ...inState.all('sending'), ...unknown],
    discarded: inState.all('discarded'),
  };
}

/** Returns the table with the site's ids: in a database or copy from before migration 31 it has its former name. */
const idMapOf = (database: Database.Database, schema: 'main' | 'copy'): string =>
  database
    .prepare<[], string>(
      `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name IN ('id_map', 'alias')`,
    )
    .pluck()
    .get() ?? 'id_map';
