import type { SyncStatus } from '../../shared/sync-status.ts';
import { sql } from '../store/sql.ts';
import type { StoredRow } from '../store/sql.ts';
import type { ReadAccess, WriteAccess } from '../store/access.ts';
import type { DeskStateReader, DeskStateWriter } from './desk-state.ts';

type Reads = ReadAccess & { readonly deskState: DeskStateReader };
type Writes = WriteAccess & { readonly deskState: DeskStateWriter };

export type SyncRound = SyncStatus['rounds'][number];

const roundsKept = 200;

/** The last rounds of sync, for people to read. */
export class RoundReader {
  protected readonly s: Reads;

  constructor(s: Reads) {
    this.s = s;
  }

  /** Returns rounds newest first. */
  newest(limit: number): SyncRound[] {
    return this.s.db
      .all(sql<StoredRow<'sync_round', 'body'>>`SELECT body FROM sync_round
         ORDER BY rowid DESC LIMIT ${limit}`)
      .map((row) => JSON.parse(row.body) as SyncRound);
  }

  /** Returns when the last round without a problem ended, UNIX seconds of the site's clock, at most `now`; null if none has. */
  lastSuccess(now: number): number | null {
    const date = this.s.deskState.get('lastSuccess') ?? this.lastRecorded(now);
    return date === null ? null : Math.min(date, now);
  }

  /** Fallback by this machine's clock, for rounds before the site's time was recorded. */
  private lastRecorded(now: number): number | null {
    const row = this.s.db.one(sql<{ date: number | null }>`SELECT max(ended_date) AS date FROM sync_round
       WHERE outcome = 'clean' AND ended_date <= ${now}`);
    return row?.date ?? null;
  }
}

export class RoundWriter extends RoundReader {
  declare protected readonly s: Writes;

  add(round: SyncRound): void {
    this.s.db.run(sql`INSERT INTO sync_round (started_date, ended_date, outcome, body)
       VALUES (${round.startedAt}, ${round.endedAt}, ${round.outcome}, ${JSON.stringify(round)})`);
    this.s.db.run(sql`DELETE FROM sync_round
       WHERE rowid < (SELECT rowid FROM sync_round ORDER BY rowid DESC LIMIT 1 OFFSET ${roundsKept})`);
  }
}
