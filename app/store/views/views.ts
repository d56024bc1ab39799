import type { DocType, View, ViewRecord } from '../../../shared/model/view.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { mayReadDocument } from '../policy/documents.ts';

export interface ViewListOptions {
  /** UNIX seconds, both inclusive. */
  start: number;
  end: number;
  limit: number;
  offset: number;
}

/** A repeated view of a document within this many seconds does not count. */
export const sameViewSeconds = 600;

const keptDays = 2 * 365;
/** Maximum removed in one transaction, to keep it short. */
const prunedAtOnce = 1_000;
/** Maximum of views in a person's feed document. */
const mostTold = 200;

/** Views by people, newest first (CONTRACT 11.3). */
export class ViewReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns the ids of the guides that anybody ever opened. */
  guidesOpened(): number[] {
    return this.s.db
      .all(
        sql<{ id: number }>`SELECT DISTINCT CAST(docid AS INTEGER) AS id FROM view WHERE doc_type = 'GUIDE'`,
      )
      .map(({ id }) => id);
  }

  ofUser(userid: number, options: ViewListOptions): ViewRecord[] {
    return this.list(sql`v.userid = ${userid}`, options);
  }

  ofDocument(doc_type: DocType, docid: number, options: ViewListOptions): ViewRecord[] {
    return this.list(sql`v.doc_type = ${doc_type} AND v.docid = ${String(docid)}`, options);
  }

  /** Returns a person's own history for the feed as JSON text; undefined for anyone else. */
  answer(userid: number): string | undefined {
    if (this.s.viewer?.userid !== userid) return undefined;
    return JSON.stringify(this.ofUser(userid, { start: 0, end: this.s.now, limit: mostTold, offset: 0 }));
  }

  private list(condition: SqlPart, { start, end, limit, offset }: ViewListOptions): ViewRecord[] {
    return this.s.db.all(sql<ViewRecord>`SELECT v.userid, coalesce(u.username, '') AS username, v.doc_type,
         v.docid, v.date
       FROM view v LEFT JOIN account u ON u.userid = v.userid
       WHERE ${condition} AND v.date BETWEEN ${start} AND ${end}
       ORDER BY v.date DESC LIMIT ${limit} OFFSET ${offset}`);
  }
}

export class ViewWriter extends ViewReader {
  declare protected readonly s: WriteAccess;

  /** Records a person's views, except of documents that they viewed in the last minutes. */
  record(userid: number, views: readonly View[]): void {
    this.add(
      userid,
      views.filter(
        ({ doc_type, docid, date }) =>
          this.s.db.one(sql`SELECT 1 FROM view
             WHERE userid = ${userid} AND date > ${date - sameViewSeconds} AND date <= ${date} AND doc_type = ${doc_type} AND docid = ${docid}`) ===
          undefined,
      ),
    );
  }

  /** Adds views of documents that the viewer may read; others and known ones are ignored. */
  addReadable(userid: number, views: readonly View[]): void {
    this.add(
      userid,
      views.filter(({ doc_type, docid }) =>
        mayReadDocument(this.s, { [doc_type === 'GUIDE' ? 'guideid' : 'wikiid']: Number(docid) }),
      ),
    );
  }

  /** Adds views; known ones are ignored. */
  add(userid: number, views: readonly View[]): void {
    const added = views.filter(({ doc_type, docid, date }) => this.insert(userid, { doc_type, docid, date }));
    if (added.length > 0) this.s.feed.record('views', userid);
  }

  /** Desk: adds a person's history as the site sends it. */
  putRemote(userid: number, views: readonly View[]): void {
    for (const view of views) this.insert(userid, view);
  }

  /** @returns whether there may be more to remove */
  prune(): boolean {
    const days = this.s.meta.get<number>('view-history-days') ?? keptDays;
    const { changes } = this.s.db.run(sql`DELETE FROM view WHERE (date, userid, doc_type, docid) IN (
         SELECT date, userid, doc_type, docid FROM view
         WHERE date < ${this.s.now - days * 86_400}
         ORDER BY date LIMIT ${sql.lit(prunedAtOnce)})`);
    return changes === prunedAtOnce;
  }

  private insert(userid: number, { doc_type, docid, date }: View): boolean {
    const { changes } = this.s.db.run(sql`INSERT INTO view (date, userid, doc_type, docid)
       VALUES (${Math.floor(date)}, ${userid}, ${doc_type}, ${docid})
       ON CONFLICT DO NOTHING`);
    return changes > 0;
  }
}
