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
export function statementsOf(db: Db, work: () => void): Query<unknown>[] {
  const { all, one } = db;
  const read: Query<unknown>[] = [];
  db.all = (query) => {
    read.push(query);
    return all.call(db, query) as never;
  };
  db.one = (query) => {
    read.push(query);
    return one.call(db, query) as never;
  };
  try {
    work();
  } finally {
    db.all = all;
    db.one = one;
  }
  return read;
}
