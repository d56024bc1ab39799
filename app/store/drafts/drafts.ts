import type { Draft } from '../../../shared/model/draft.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

interface DraftRow {
  key: string;
  date: number;
  body: string;
}

/** What somebody has typed and not saved yet. It stays on this machine: neither the feed nor the journal knows of it. */
export class DraftReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  find(userid: number, key: string): Draft | undefined {
    const row = this.rowOf(userid, key);
    if (!row) return undefined;
    return { date: row.date, body: this.s.aliases.resolve(JSON.parse(row.body) as Draft['body']) };
  }

  /** Keys name documents by their ids, and what was made offline has got another since. */
  protected rowOf(userid: number, key: string): DraftRow | undefined {
    const wanted = this.settled(key);
    return this.s.db
      .allSql<DraftRow>('SELECT key, date, body FROM draft WHERE userid = ? ORDER BY date DESC', [userid])
      .find((row) => this.settled(row.key) === wanted);
  }

  private settled(key: string): string {
    return key.replace(/-\d{10,15}/g, (id) => String(this.s.aliases.of(Number(id)) ?? id));
  }
}

export class DraftWriter extends DraftReader {
  declare protected readonly s: StoreWriter;

  put(userid: number, key: string, body: Draft['body']): void {
    this.s.db.runSql(
      `INSERT INTO draft (userid, key, date, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (userid, key) DO UPDATE SET date = excluded.date, body = excluded.body`,
      [userid, this.rowOf(userid, key)?.key ?? key, this.s.now, JSON.stringify(body)],
    );
  }

  delete(userid: number, key: string): void {
    const row = this.rowOf(userid, key);
    if (row) this.s.db.runSql('DELETE FROM draft WHERE userid = ? AND key = ?', [userid, row.key]);
  }
}
