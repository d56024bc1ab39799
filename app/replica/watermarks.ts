import { labelTransaction } from '../failpoint.ts';
import { sql } from '../store/sql.ts';
import type { StoredRow } from '../store/sql.ts';
import type { ReadAccess, WriteAccess } from '../store/access.ts';

/** The position up to which each list and feed of the site was read: values that the site issued (SPEC G1), by name. */
export class WatermarkReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  get<T>(name: string): T | undefined {
    const row = this.s.db.one(sql<StoredRow<'watermark', 'value'>>`SELECT value FROM watermark
       WHERE name = ${name}`);
    return row ? (JSON.parse(row.value) as T) : undefined;
  }

  /** Returns the furthest line up to which any reader has read the whole feed; 0 if nobody has. */
  furthestFeed(): number {
    const found = this.s.db.one(sql<{
      furthest: number | null;
    }>`SELECT max(CAST(value AS INTEGER)) AS furthest FROM watermark
       WHERE name GLOB 'feed:*' AND name NOT GLOB '*:own'`);
    return found?.furthest ?? 0;
  }
}

export class WatermarkWriter extends WatermarkReader {
  declare protected readonly s: WriteAccess;

  set(name: string, value: unknown): void {
    labelTransaction(`watermark ${name}`);
    this.s.db.run(sql`INSERT INTO watermark (name, value) VALUES (${name}, ${JSON.stringify(value)})
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`);
  }

  /** Forgets the feeds' watermarks, so that the next round reads them from the beginning. */
  forgetFeeds(): void {
    this.s.db.run(sql`DELETE FROM watermark WHERE name LIKE 'feed:%'`);
  }
}
