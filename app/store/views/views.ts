import type { DocType, View, ViewRecord } from '../../../shared/model/view.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

export interface ViewListOptions {
  /** UNIX seconds, both inclusive. */
  start: number;
  end: number;
  limit: number;
  offset: number;
}

/** Looking at a document again within this many seconds is the same view. */
export const sameViewSeconds = 600;

const keptDays = 2 * 365;
/** As many as are removed without being felt. */
const prunedAtOnce = 1_000;
/** What the feed tells of a person's history. */
const mostTold = 200;

/** Who read what, the newest first (CONTRACT 11.3). */
export class ViewReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  ofUser(userid: number, options: ViewListOptions): ViewRecord[] {
    return this.list('v.userid = :userid', { userid }, options);
  }

  ofDocument(doc_type: DocType, docid: number, options: ViewListOptions): ViewRecord[] {
    return this.list(
      'v.doc_type = :doc_type AND v.docid = :docid',
      { doc_type, docid: String(docid) },
      options,
    );
  }

  /** What the feed tells a person of their own history, as JSON text. */
  answer(userid: number): string | undefined {
    if (this.s.viewer?.userid !== userid) return undefined;
    return JSON.stringify(this.ofUser(userid, { start: 0, end: this.s.now, limit: mostTold, offset: 0 }));
  }

  private list(condition: string, parameters: object, options: ViewListOptions): ViewRecord[] {
    return this.s.db.allSql<ViewRecord>(
      `SELECT v.userid, coalesce(u.username, '') AS username, v.doc_type, v.docid, v.date
       FROM view v LEFT JOIN user u ON u.userid = v.userid
       WHERE ${condition} AND v.date BETWEEN :start AND :end
       ORDER BY v.date DESC LIMIT :limit OFFSET :offset`,
      [{ ...parameters, ...options }],
    );
  }
}

export class ViewWriter extends ViewReader {
  declare protected readonly s: StoreWriter;

  /** What somebody read just now, less what they had read a few minutes before. */
  record(userid: number, views: readonly View[]): void {
    this.add(
      userid,
      views.filter(
        ({ doc_type, docid, date }) =>
          this.s.db.oneSql(
            'SELECT 1 FROM view WHERE userid = ? AND date > ? AND date <= ? AND doc_type = ? AND docid = ?',
            [userid, date - sameViewSeconds, date, doc_type, docid],
          ) === undefined,
      ),
    );
  }

  /** One that is there already is not stored again. */
  add(userid: number, views: readonly View[]): void {
    const added = views.filter(({ doc_type, docid, date }) => this.insert(userid, { doc_type, docid, date }));
    if (added.length > 0) this.s.feed.record('views', userid);
  }

  /** Desk: a person's history as the site tells it. */
  putRemote(userid: number, views: readonly View[]): void {
    for (const view of views) this.insert(userid, view);
  }

  /** @returns whether there may be more to remove */
  prune(): boolean {
    const days = this.s.meta.get<number>('view-history-days') ?? keptDays;
    const { changes } = this.s.db.runSql(
      `DELETE FROM view WHERE (date, userid, doc_type, docid) IN (
         SELECT date, userid, doc_type, docid FROM view WHERE date < ? ORDER BY date LIMIT ${prunedAtOnce})`,
      [this.s.now - days * 86_400],
    );
    return changes === prunedAtOnce;
  }

  private insert(userid: number, { doc_type, docid, date }: View): boolean {
    const { changes } = this.s.db.runSql(
      'INSERT INTO view (date, userid, doc_type, docid) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [Math.floor(date), userid, doc_type, docid],
    );
    return changes > 0;
  }
}
