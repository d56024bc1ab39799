import type { Db } from '../../app/store/database.ts';
import { sql, compile } from '../../app/store/sql.ts';
import type { Query } from '../../app/store/sql.ts';

/** Returns the steps in which SQLite runs a statement. */
export function queryPlan(db: Db, query: Query<unknown>): string[] {
  const { sql: text, parameters } = compile(query);
  const parts = `EXPLAIN QUERY PLAN ${text}`.split('?');
  const explained = sql<{ detail: string }>(Object.assign(parts, { raw: parts }), ...parameters);
  return db.all(explained).map(({ detail }) => detail);
}

/** Returns the reading statements that `work` runs. */
export const statementsOf = (db: Db, work: () => void): Query<unknown>[] =>
  recorded(db, ['all', 'one'], work);

/** Returns the text of the writing statements that `work` runs. */
export const writesOf = (db: Db, work: () => void): string[] =>
  recorded(db, ['run'], work).map((query) => compile(query).sql.replaceAll(/\s+/g, ' '));

function recorded(db: Db, methods: readonly ('all' | 'one' | 'run')[], work: () => void): Query<unknown>[] {
  const { all, one, run } = db;
  const seen: Query<unknown>[] = [];
  for (const method of methods) {
    const original: (query: Query<unknown>) => unknown = db[method].bind(db);
    db[method] = (query: Query<unknown>) => {
      seen.push(query);
      return original(query) as never;
    };
  }
  try {
    work();
  } finally {
    Object.assign(db, { all, one, run });
  }
  return seen;
}
