import type { Db } from './database.ts';
import { sql } from './sql.ts';
import type { SqlPart } from './sql.ts';

const most = 1000;

/**
 * Returns whether at most 1000 rows are dated `since` or later, so that an index on the date and a sort are cheaper than
 * reading all rows in order.
 *
 * @param dated table, condition and column, as in `guide WHERE deleted = 0 AND modified_date`
 */
export function isSelective(db: Db, dated: SqlPart, since: number): boolean {
  const found = db.one(sql<{ n: number }>`SELECT count(*) AS n
     FROM (SELECT 1 FROM ${dated} >= ${since} LIMIT ${most + 1})`);
  return (found?.n ?? 0) <= most;
}
