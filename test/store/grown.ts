import Database from 'better-sqlite3';

/** Minimum number of rows in every table of a grown store. */
export const grownRows = 100_000;

/** Tables that do not grow with use: settings, fixed lists, desks, starts of a hub, and internal tables of the search. */
const small =
  /^(?:meta|watermark|desk_state|epoch|badge|device|desk_person|attempt|id_map|sqlite_\w+|search_\w+)$/;

/** Returns whether a column holds ids; a copied row gets the ids of the copies. */
const isKey = (column: string): boolean =>
  /^(?:\w*id|prerequisite|number|sequence|owner|parent|\w*revisionid)$/.test(column) && column !== 'langid';

/** Columns with unique texts, and columns that refer to such a text. */
const unique =
  /^(?:category|parent|guid|email|unique_username|sso_userid|token_hash|key|hash|title|title_key|term|term_key|name|docid|sha256)$/;

/**
 * Copies the rows of every table until there are many: thing 7 becomes things 1007, 2007, … with everything that belongs to it.
 *
 * @returns the tables that are large now
 */
export function grow(file: string): string[] {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL TABLE%'",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !small.test(name) && count(db, name) > 0);
  for (const table of tables) copyRows(db, table);
  for (const { sql } of triggers) db.exec(sql);
  db.close();
  return tables;
}

const count = (db: Database.Database, table: string): number =>
  db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;

function copyRows(db: Database.Database, table: string): void {
  const columns = db
    .prepare<[], { name: string; type: string; hidden: number }>(
      `SELECT name, type, hidden FROM pragma_table_xinfo('${table}')`,
    )
    .all()
    .filter(({ hidden }) => hidden === 0);
  const copies = Math.ceil(grownRows / count(db, table));
  const values = columns.map(({ name, type }) => {
    if (type === 'BLOB') return 'zeroblob(0)';
    if (type === 'INTEGER' && isKey(name)) return `"${name}" + 1000 * n`;
    if (type === 'TEXT' && unique.test(name)) return `"${name}" || n`;
    return `"${name}"`;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  db.exec(
    `WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${copies})
     INSERT INTO "${table}" (${names}) SELECT ${values.join(', ')} FROM copies, (SELECT * FROM "${table}")`,
  );
}
