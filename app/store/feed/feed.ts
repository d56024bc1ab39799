import { readableGuides } from '../policy/guides.ts';
import { readableWikis } from '../policy/wikis.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

export interface FeedRow {
  sequence: number;
  kind: ResourceKind;
  id: number;
  deleted: boolean;
  date: number;
}

/** The newest change of every resource, in commit order. Deleted resources keep their row as a tombstone. */
export class FeedReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  get sequence(): number {
    return this.s.db.one(sql<{ n: number | null }>`SELECT max(sequence) AS n FROM change_feed`)?.n ?? 0;
  }

  /** Counts resources by kind that changed after a sequence; without a sign-in only those that anyone may read. */
  counts(sequence: number): Partial<Record<ResourceKind, number>> {
    if (this.s.viewer === null) return this.publicCounts(sequence);
    return Object.fromEntries(
      this.s.db
        .all(sql<{ kind: string; n: number }>`SELECT kind, count(*) AS n FROM change_feed
           WHERE sequence > ${sequence} GROUP BY kind`)
        .map((row) => [row.kind, row.n]),
    );
  }

  private publicCounts(sequence: number): Partial<Record<ResourceKind, number>> {
    const count = (sql: string, parameters: Record<string, unknown>): number =>
      this.s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM change_feed c ${sql}`, [
        { ...parameters, sequence },
      ])?.n ?? 0;
    const [guides, wikis] = [readableGuides(null), readableWikis(this.s)];
    return {
      guide: count(
        `CROSS JOIN guide g ON g.guideid = c.id WHERE c.sequence > :sequence AND c.kind = 'guide' AND ${guides.sql}`,
        guides.parameters,
      ),
      wiki: count(
        `CROSS JOIN wiki w ON w.wikiid = c.id WHERE c.sequence > :sequence AND c.kind = 'wiki' AND ${wikis.sql}`,
        wikis.parameters,
      ),
    };
  }

  /** @param kinds all when absent */
  after(sequence: number, limit: number, kinds?: readonly string[]): FeedRow[] {
    const wanted = kinds ? 'AND kind IN (SELECT value FROM json_each(:kinds))' : '';
    return this.s.db
      .allSql<Omit<FeedRow, 'deleted'> & { deleted: number }>(
        `SELECT sequence, kind, id, deleted, date FROM change_feed WHERE sequence > :sequence ${wanted}
         ORDER BY sequence LIMIT :limit`,
        [{ sequence, limit, ...(kinds ? { kinds: JSON.stringify(kinds) } : {}) }],
      )
      .map((row) => ({ ...row, deleted: row.deleted === 1 }));
  }
}

export class FeedWriter extends FeedReader {
  declare protected readonly s: StoreWriter;
  /** Resources this transaction changed. */
  readonly touched: { kind: ResourceKind; id: number }[] = [];

  record(kind: ResourceKind, id: number, deleted = false): void {
    this.touched.push({ kind, id });
    // Nobody reads a desk's feed.
    if (this.s.meta.isDesk) return;
    // AUTOINCREMENT never reuses a number, so the newest change always has the highest one.
    this.s.db.run(sql`DELETE FROM change_feed WHERE kind = ${kind} AND id = ${id}`);
    this.s.db.run(sql`INSERT INTO change_feed (kind, id, deleted, date)
       VALUES (${kind}, ${id}, ${deleted ? 1 : 0}, ${this.s.now})`);
  }
}
