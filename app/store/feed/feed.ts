import type { Db } from '../database.ts';
import type { MetaReader } from '../meta.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import { listOf, prepared, sql } from '../sql.ts';
import type { Value } from '../sql.ts';

interface FeedAccess {
  readonly db: Db;
  readonly now: number;
  readonly meta: MetaReader;
}

export interface FeedRow {
  sequence: number;
  kind: ResourceKind;
  id: number;
  deleted: boolean;
  date: number;
}

/** The newest change of every resource, in commit order. Deleted resources keep their row as a tombstone. */
export class FeedReader {
  protected readonly s: FeedAccess;

  constructor(s: FeedAccess) {
    this.s = s;
  }

  get sequence(): number {
    return this.s.db.one(sql<{ n: number | null }>`SELECT max(sequence) AS n FROM change_feed`)?.n ?? 0;
  }

  /** @param kinds all when absent */
  after(sequence: number, limit: number, kinds?: readonly string[]): FeedRow[] {
    return this.s.db
      .all(sql<
        Omit<FeedRow, 'deleted'> & { deleted: number }
      >`SELECT sequence, kind, id, deleted, date FROM change_feed
         WHERE sequence > ${sequence} ${kinds ? sql`AND kind IN ${listOf(kinds)}` : sql``}
         ORDER BY sequence LIMIT ${limit}`)
      .map((row) => ({ ...row, deleted: row.deleted === 1 }));
  }
}

const forgetChange = prepared(
  (kind: Value<string>, id: Value<number>) =>
    sql`DELETE FROM change_feed WHERE kind = ${kind} AND id = ${id}`,
);

const addChange = prepared(
  (kind: Value<string>, id: Value<number>, deleted: Value<0 | 1>, date: Value<number>) =>
    sql`INSERT INTO change_feed (kind, id, deleted, date) VALUES (${kind}, ${id}, ${deleted}, ${date})`,
);

export class FeedWriter extends FeedReader {
  /** Resources this transaction changed. */
  readonly touched: { kind: ResourceKind; id: number }[] = [];

  record(kind: ResourceKind, id: number, deleted = false): void {
    this.touched.push({ kind, id });
    // Nobody reads a desk's feed.
    if (this.s.meta.isDesk) return;
    // AUTOINCREMENT never reuses a number, so the newest change always has the highest one.
    this.s.db.run(forgetChange(kind, id));
    this.s.db.run(addChange(kind, id, deleted ? 1 : 0, this.s.now));
  }
}
