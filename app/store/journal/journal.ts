import type { StoreReader, StoreWriter } from '../store.ts';

export type JournalState = 'pending' | 'sending' | 'done' | 'parked' | 'discarded';
export type JournalCounts = Record<JournalState | 'accepted', number>;

export class JournalReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  counts(): JournalCounts {
    const counts: JournalCounts = { accepted: 0, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 };
    for (const row of this.s.db.allSql<{ state: JournalState; n: number }>(
      'SELECT state, count(*) AS n FROM journal GROUP BY state',
    )) {
      counts[row.state] = row.n;
      counts.accepted += row.n;
    }
    return counts;
  }

  /** UNIX seconds of the oldest edit the site has not confirmed. */
  oldestPending(): number | null {
    return (
      this.s.db.oneSql<{ date: number | null }>(
        "SELECT min(wall_clock) AS date FROM journal WHERE state IN ('pending', 'sending', 'parked')",
      )?.date ?? null
    );
  }
}

export class JournalWriter extends JournalReader {
  declare protected readonly s: StoreWriter;
}
