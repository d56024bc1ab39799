import Database from 'better-sqlite3';

import type { Client } from './postgres.ts';

interface Column {
  name: string;
  type: string;
  isKey: 0 | 1;
}

/** In SQLite an INTEGER column may hold a fraction, as dates do. */
const typeOf = (db: Database.Database, table: string, { name, type }: Column): string => {
  if (type === 'INTEGER') {
    const fraction = db.prepare(`SELECT 1 FROM "${table}" WHERE typeof("${name}") = 'real' LIMIT 1`).get();
    return fraction ? 'double precision' : 'bigint';
  }
  return { REAL: 'double precision', BLOB: 'bytea' }[type] ?? 'text';
};

const rowsAtOnce = 200;

/**
 * Copies the tables of a SQLite database with their primary keys and indexes, without triggers and constraints.
 *
 * @returns names of indexes that PostgreSQL refused
 */
export async function copy(file: string, client: Client): Promise<string[]> {
  const db = new Database(file, { readonly: true });
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  await client.query({
    text: `CREATE FUNCTION iif(boolean, text, text) RETURNS text LANGUAGE sql IMMUTABLE
      AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END'`,
  });
  for (const { name: table } of tables) {
    const columns = db
      .prepare<[string], Column>(
        'SELECT name, type, pk > 0 AS isKey FROM pragma_table_xinfo(?) WHERE hidden <> 1',
      )
      .all(table);
    const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => `"${name}"`);
    const lines = columns.map((column) => `"${column.name}" ${typeOf(db, table, column)}`);
    if (keys.length > 0) lines.push(`PRIMARY KEY (${keys.join(', ')})`);
    await client.query({ text: `CREATE TABLE "${table}" (${lines.join(', ')})` });
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce).map((row) => Object.values(row));
      const places = some.map(
        (row, at) => `(${row.map((_, column) => `$${at * row.length + column + 1}`).join(', ')})`,
      );
      await client.query({ text: `INSERT INTO "${table}" VALUES ${places.join(', ')}`, values: some.flat() });
    }
  }
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all();
  const refused: string[] = [];
  for (const { name, sql } of indexes) {
    try {
      await client.query({ text: sql });
    } catch {
      refused.push(name);
    }
  }
  await client.query({ text: 'ANALYZE' });
  db.close();
  return refused;
}
