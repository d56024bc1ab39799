import { concerning } from '../failpoint.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { unpackGuide } from '../store/guides/document.ts';
import { coveredKind } from '../store/replica-parts.ts';
import type { CoveredPage, PageName } from '../store/replica-parts.ts';
import type { ReplicaReader, ReplicaWriter } from './replica.ts';

export type SyncRound = SyncStatus['rounds'][number];

/** A document named by a list of the site that is still to be fetched. */
export interface Wanted {
  kind: WantedKind;
  id: number;
  /** How the site addresses a wiki: `NAMESPACE/title`. */
  address: string | null;
  attempts: number;
}
export type WantedKind = 'guide' | 'wiki' | 'tags' | 'forms';

/** A desk's bookkeeping of sync: cursors, wanted documents, trash, rounds. */
export class SyncReader {
  protected readonly s: ReplicaReader;

  constructor(s: ReplicaReader) {
    this.s = s;
  }

  /** Returns a watermark, or another stored value of sync, by name. */
  cursor<T>(name: string): T | undefined {
    const row = this.s.db.oneSql<{ value: string }>('SELECT value FROM cursor WHERE name = ?', [name]);
    return row ? (JSON.parse(row.value) as T) : undefined;
  }

  wanted(kind: WantedKind): Wanted[] {
    return this.s.db.allSql<Wanted>(
      'SELECT kind, id, address, attempts FROM wanted WHERE kind = ? ORDER BY attempts, id',
      [kind],
    );
  }

  trashed(): number {
    return this.s.db.oneSql<{ n: number }>('SELECT count(*) AS n FROM trash')?.n ?? 0;
  }

  /** Returns whether a document is stored here and not in the trash. One that was deleted by an edit that waits counts as shown. */
  isShown(kind: 'guide' | 'wiki', id: number): boolean {
    const row = kind === 'guide' ? this.s.guides.row(id) : this.s.wikis.row(id);
    const isTrashed = 'SELECT 1 FROM trash WHERE kind = ? AND id = ?';
    return row !== undefined && this.s.db.oneSql(isTrashed, [kind, id]) === undefined;
  }

  /** Documents in the trash since before `date`, UNIX seconds. */
  expired(date: number): { kind: 'guide' | 'wiki'; id: number }[] {
    return this.s.db.allSql('SELECT kind, id FROM trash WHERE missing_since < ?', [date]);
  }

  /**
   * Returns the site's newest version of a document with pending edits: guides and wikis packed, others as JSON; `gone`
   * if the site no longer shows it; undefined if none is stored.
   */
  remote(kind: string, id: number): Buffer | 'gone' | undefined {
    const sql = 'SELECT body FROM remote WHERE kind = ? AND id = ?';
    const body = this.s.db.oneSql<{ body: Buffer }>(sql, [kind, id])?.body;
    return body?.length === 0 ? 'gone' : body;
  }

  /** Returns the guide whose site version has this step, but where pending edits removed it. */
  guideWithRemovedStep(stepid: number): number | undefined {
    return this.s.journal.waitingResources('guide').find(({ id, sequence }) => {
      const site = this.remote('guide', id) ?? this.s.journal.before(sequence, 'guide', id);
      return site instanceof Buffer && unpackGuide(site).steps.some((step) => step.stepid === stepid);
    })?.id;
  }

  /** Returns the newest page of the site that is not shown, because a page made here has its title. */
  coveredPage({ namespace, title, langid }: PageName): CoveredPage | undefined {
    return this.s.db.oneSql<CoveredPage>(
      `SELECT w.wikiid, w.checked_date FROM remote r CROSS JOIN wiki w ON w.wikiid = r.id
       WHERE r.kind = ? AND w.namespace = ? AND w.title = ? AND w.langid = ? ORDER BY w.wikiid DESC LIMIT 1`,
      [coveredKind, namespace, title, langid],
    );
  }

  /** Returns rounds newest first. */
  rounds(limit: number): SyncRound[] {
    return this.s.db
      .allSql<{ body: string }>('SELECT body FROM sync_round ORDER BY rowid DESC LIMIT ?', [limit])
      .map((row) => JSON.parse(row.body) as SyncRound);
  }

  /** Returns when the last round without a problem ended, UNIX seconds of the site's clock, at most `now`; null if none has. */
  lastSuccess(now: number): number | null {
    const date = this.cursor<number>(lastSuccessName) ?? this.lastRecorded(now);
    return date === null ? null : Math.min(date, now);
  }

  /** Fallback by this machine's clock, for rounds before the site's time was recorded. */
  private lastRecorded(now: number): number | null {
    const sql = "SELECT max(ended_date) AS date FROM sync_round WHERE outcome = 'clean' AND ended_date <= ?";
    return this.s.db.oneSql<{ date: number | null }>(sql, [now])?.date ?? null;
  }
}

/** Name of the cursor with the end of the last round without a problem. */
export const lastSuccessName = 'last-success';

/** Reason shown for a document in the trash. */
export const noLongerShown = 'Deleted on the site, or no longer shown to you.';

const roundsKept = 200;

export class SyncWriter extends SyncReader {
  declare protected readonly s: ReplicaWriter;

  /** Forgets the feeds' watermarks, so that the next round reads them from the beginning. */
  forgetFeeds(): void {
    this.s.db.runSql("DELETE FROM cursor WHERE name LIKE 'feed:%'");
  }

  setCursor(name: string, value: unknown): void {
    concerning(`watermark ${name}`);
    this.s.db.runSql(
      `INSERT INTO cursor (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
      [name, JSON.stringify(value)],
    );
  }

  want(kind: WantedKind, id: number, address: string | null = null): void {
    concerning(`want ${kind}`);
    this.s.db.runSql(
      'INSERT INTO wanted (kind, id, address) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET address = excluded.address',
      [kind, id, address],
    );
  }

  got(kind: WantedKind, id: number): void {
    concerning(`got ${kind}`);
    this.s.db.runSql('DELETE FROM wanted WHERE kind = ? AND id = ?', [kind, id]);
  }

  unwantAll(kind: WantedKind): void {
    this.s.db.runSql('DELETE FROM wanted WHERE kind = ?', [kind]);
  }

  failed(kind: WantedKind, id: number, failure: string): void {
    this.s.db.runSql('UPDATE wanted SET attempts = attempts + 1, failure = ? WHERE kind = ? AND id = ?', [
      failure,
      kind,
      id,
    ]);
  }

  /** Hides a document. It returns if the site has it again; otherwise it is removed after its time in the trash. */
  trash(kind: 'guide' | 'wiki', id: number, reason: string): void {
    this.s.db.runSql(
      'INSERT INTO trash (kind, id, missing_since, reason) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO NOTHING',
      [kind, id, this.s.now, reason],
    );
    if (kind === 'guide') this.s.guides.hide(id);
    else this.s.wikis.hide(id);
  }

  /** @param body `gone` if the site no longer shows it; it stays visible here while edits are pending */
  setRemote(kind: string, id: number, body: Uint8Array | 'gone'): void {
    this.s.db.runSql(
      `INSERT INTO remote (kind, id, body) VALUES (?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`,
      [kind, id, body === 'gone' ? Buffer.alloc(0) : body],
    );
  }

  dropRemote(kind: string, id: number): void {
    this.s.db.runSql("DELETE FROM remote WHERE kind IN (:kind, :kind || '_shown') AND id = :id", [
      { kind, id },
    ]);
  }

  untrash(kind: 'guide' | 'wiki', id: number): void {
    this.s.db.runSql('DELETE FROM trash WHERE kind = ? AND id = ?', [kind, id]);
  }

  addRound(round: SyncRound): void {
    this.s.db.runSql('INSERT INTO sync_round (started_date, ended_date, outcome, body) VALUES (?, ?, ?, ?)', [
      round.startedAt,
      round.endedAt,
      round.outcome,
      JSON.stringify(round),
    ]);
    this.s.db.runSql(
      'DELETE FROM sync_round WHERE rowid < (SELECT rowid FROM sync_round ORDER BY rowid DESC LIMIT 1 OFFSET ?)',
      [roundsKept],
    );
  }
}
