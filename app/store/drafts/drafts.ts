import { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import type { FinalIds } from '../replica-parts.ts';

type DraftRow = StoredRow<'draft', 'date' | 'body'>;

/** Unsaved text of a person. It stays on this desk: neither the feed nor the journal contains it. */
export class DraftReader {
  protected readonly s: ReadAccess & { readonly idMap: FinalIds };

  constructor(s: ReadAccess & { readonly idMap: FinalIds }) {
    this.s = s;
  }

  find(userid: number, key: string): Draft | undefined {
    const stored = this.storedKey(userid, key);
    const row =
      stored === undefined
        ? undefined
        : this.s.db.one(sql<DraftRow>`SELECT date, body FROM draft
           WHERE userid = ${userid} AND key = ${stored}`);
    if (!row) return undefined;
    return { date: row.date, body: this.s.idMap.resolve(JSON.parse(row.body) as Draft['body']) };
  }

  /** Keys contain document ids; a document made offline may have got the site's id since. */
  protected storedKey(userid: number, key: string): string | undefined {
    const wanted = this.settled(key);
    return this.s.db
      .all(sql<{ key: string }>`SELECT key FROM draft WHERE userid = ${userid} ORDER BY date DESC`)
      .find((row) => this.settled(row.key) === wanted)?.key;
  }

  private settled(key: string): string {
    return key.replace(/-\d{10,15}/g, (id) => String(this.s.idMap.of(Number(id)) ?? id));
  }
}

export class DraftWriter extends DraftReader {
  declare protected readonly s: WriteAccess & { readonly idMap: FinalIds };

  /**
   * Stores a draft. Above the maximum count the least recently written draft is removed.
   *
   * @throws AppError `too-large`
   */
  put(userid: number, key: string, body: Draft['body']): void {
    const { body: largest, count } = limits.draft;
    const text = JSON.stringify(body);
    if (Buffer.byteLength(text) > largest.max)
      throw new AppError('too-large', `A draft may have at most ${largest.max / 1_048_576} MB.`);
    this.s.db.run(sql`INSERT INTO draft (userid, key, date, body)
       VALUES (${userid}, ${this.storedKey(userid, key) ?? key}, ${this.s.now}, ${text})
       ON CONFLICT (userid, key) DO UPDATE SET date = excluded.date, body = excluded.body`);
    this.s.db.run(sql`DELETE FROM draft WHERE userid = ${userid} AND key IN (
         SELECT key FROM draft
         WHERE userid = ${userid}
         ORDER BY date DESC, key LIMIT -1 OFFSET ${count.max})`);
  }

  delete(userid: number, key: string): void {
    const stored = this.storedKey(userid, key);
    if (stored !== undefined)
      this.s.db.run(sql`DELETE FROM draft WHERE userid = ${userid} AND key = ${stored}`);
  }
}
