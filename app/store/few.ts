import type { Db } from './database.ts';

const most = 1000;

/**
 * Whether so few rows are as new as this that it costs less to sort them than to walk past all others.
 *
 * @param dated table, condition and column, as in `guide WHERE deleted = 0 AND modified_date`
 */
export function areFew(db: Db, dated: string, since: number): boolean {
  const found = db.oneSql<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${dated} >= ? LIMIT ${most + 1})`,
    [since],
  );
  return (found?.n ?? 0) <= most;
}
