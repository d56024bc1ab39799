/** Writes `schema.ts`, the types of all tables, as the migrations make them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Db } from './database.ts';
import { migrations } from './migrations/index.ts';
import { migrate } from './migrations/runner.ts';
import { columnTypes, meanings } from './schema-notes.ts';
import { sql } from './sql.ts';

const command = '`npx node app/store/write-schema.ts`';
export const schemaFile: string = join(import.meta.dirname, 'schema.ts');

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: 0 | 1;
  hasDefault: 0 | 1;
  /** A number that SQLite gives where none is given. */
  isRowid: 0 | 1;
  /** Computed from other columns. */
  isComputed: 0 | 1;
}

/** Returns the text of `schema.ts`. @throws Error if a note is of a table or column that does not exist */
export function schemaText(): string {
  const columns = columnsOfAll();
  const tables = Map.groupBy(columns, ({ table }) => table);
  const known = new Set([...tables.keys(), ...columns.map(nameOf)]);
  const unknown = [...Object.keys(columnTypes), ...Object.keys(meanings)].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`The database has no ${unknown.join(', ')} (schema-notes.ts).`);
  const lines = [...tables].map(
    ([table, ofTable]) => `${meaningOf(table, '  ')}  ${table}: {\n${ofTable.map(line).join('')}  };\n`,
  );
  return `import type { Generated, GeneratedAlways } from 'kysely';

import type { NotificationKind } from '../../shared/model/notification.ts';
import type { Bool, DocumentUse, TemplatedJson, UseKind } from './schema-notes.ts';

/**
 * All tables as the migrations make them. Dates are UNIX seconds, possibly with a fraction.
 *
 * Made by ${command} from the database and \`schema-notes.ts\`; a test compares it with them.
 */
export interface Tables {
${lines.join('')}}
`;
}

function columnsOfAll(): Column[] {
  const db = new Db({ file: ':memory:', synchronous: 'FULL' });
  migrate(db, migrations);
  const columns = db.all(sql<Column>`
    SELECT t.name AS "table", c.name, c.type, c."notnull" OR c.pk > 0 AS isRequired,
      c.dflt_value IS NOT NULL AS hasDefault,
      c.pk = 1 AND c.type = 'INTEGER' AND t.wr = 0
        AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk > 0) = 1 AS isRowid,
      c.hidden > 1 AS isComputed
    FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY t.name, c.cid`);
  db.close();
  return columns;
}

function line(column: Column): string {
  const { name, type, isRequired, hasDefault, isRowid, isComputed } = column;
  const base = columnTypes[nameOf(column)] ?? { TEXT: 'string', BLOB: 'Buffer' }[type] ?? 'number';
  const value = isRequired === 1 ? base : `${base} | null`;
  const wrapper = isComputed === 1 ? 'GeneratedAlways' : 'Generated';
  const isGiven = isComputed === 0 && hasDefault === 0 && isRowid === 0;
  return `${meaningOf(nameOf(column), '    ')}    ${name}: ${isGiven ? value : `${wrapper}<${value}>`};\n`;
}

const nameOf = ({ table, name }: Pick<Column, 'table' | 'name'>): string => `${table}.${name}`;

const meaningOf = (name: string, indent: string): string =>
  meanings[name] === undefined ? '' : `${indent}/** ${meanings[name]} */\n`;

if (import.meta.main) writeFileSync(schemaFile, schemaText());
