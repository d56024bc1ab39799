import { notFound, unauthorized } from '../../../shared/errors.ts';
import { isAdmin } from '../actor.ts';
import type { GuideRow } from '../guides/reader.ts';
import { listOf, sql } from '../sql.ts';
import type { SqlPart, StoredRow } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { readableGuides } from '../policy/guides.ts';

interface Paging {
  offset: number;
  limit: number;
}

type Table = 'favorite' | 'completion';

interface Entry {
  guideid: number;
  date: number;
}

/** Favorites and completions of people, and the guides that they contributed to. */
export class FavoriteReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  ofGuide(guideid: number): { completed: boolean; favorited: boolean } {
    const { viewer } = this.s;
    if (!viewer) return { completed: false, favorited: false };
    const row = this.s.db.one(sql<{ completed: number; favorited: number }>`SELECT
         EXISTS (SELECT 1 FROM completion WHERE userid = ${viewer.userid} AND guideid = ${guideid}) AS completed,
           
       EXISTS (SELECT 1 FROM favorite WHERE userid = ${viewer.userid} AND guideid = ${guideid}) AS favorited`);
    return { completed: row?.completed === 1, favorited: row?.favorited === 1 };
  }

  /** Returns `{date, guide}` as templated JSON texts, newest first (CONTRACT 3.7). */
  favorites(userid: number, paging: Paging): string[] {
    return this.entries('favorite', userid, sql`e.date DESC, e.guideid DESC`, paging).map(
      ({ guideid, date }) => `{"date":${date},"guide":${this.guideSummary(guideid)}}`,
    );
  }

  /** Returns guide summaries as templated JSON texts, by guideid. */
  completions(userid: number, paging: Paging): string[] {
    return this.entries('completion', userid, sql`e.guideid`, paging).map(({ guideid }) =>
      this.guideSummary(guideid),
    );
  }

  /**
   * Returns summaries, as templated JSON texts by guideid, of guides that this person wrote or edited. At a desk a
   * discarded edit leaves its revision, which does not count.
   */
  contributions(userid: number, paging: Paging): string[] {
    // A hub names the editors itself, and of equal edits only the first counts there; so done edits count only for third-party
    // sites.
    const untold = this.s.meta.siteid?.startsWith('plain:') ?? false;
    const editedHere = this.s.journal.guidesEditedBy(userid, untold);
    const guideids = this.s.db
      .all(sql<StoredRow<'guide', 'guideid'>>`SELECT guideid FROM guide WHERE userid = ${userid}
         UNION SELECT guideid FROM guide_editor WHERE userid = ${userid}
         UNION SELECT guideid FROM guide_revision r WHERE userid = ${userid}
           AND (revisionid > 0 OR guideid IN ${listOf(editedHere)})`)
      .map((row) => row.guideid);
    return this.s.guides.list({ guideids, includePrivate: true, ...paging });
  }

  /** Returns userids of people other than the author who have edited a guide. */
  otherEditors({ guideid, userid }: Pick<GuideRow, 'guideid' | 'userid'>): number[] {
    return this.s.db
      .all(sql<{ userid: number }>`SELECT DISTINCT userid FROM guide_revision
         WHERE guideid = ${guideid} AND userid <> ${userid} ORDER BY userid`)
      .map((row) => row.userid);
  }

  /** Returns guideids with dates for the feed, newest first, also of guides that the person cannot see. */
  favoriteIds(userid: number): Entry[] {
    return this.ids('favorite', userid);
  }

  completionIds(userid: number): Entry[] {
    return this.ids('completion', userid);
  }

  private ids(table: Table, userid: number): Entry[] {
    return this.s.db.all(sql`SELECT guideid, date FROM ${sql.table(table)} WHERE userid = ${userid}
       ORDER BY date DESC, guideid DESC`);
  }

  /** Returns entries for guides that the viewer may see; other people do not see guides that are only prerequisites. */
  private entries(table: Table, userid: number, order: SqlPart, paging: Paging): Entry[] {
    const { viewer } = this.s;
    const own = viewer?.userid === userid || isAdmin(viewer);
    const whole = sql`g.public = 1
      AND NOT EXISTS (SELECT 1 FROM json_each(g.summary, '$.flags') f WHERE f.value = 'GUIDE_PREREQ_ONLY')`;
    return this.s.db.all(sql<Entry>`SELECT e.guideid, e.date
       FROM ${sql.table(table)} e JOIN guide g ON g.guideid = e.guideid
       WHERE e.userid = ${userid} AND ${readableGuides(viewer)} AND ${own ? sql`1` : whole}
       ORDER BY ${order} LIMIT ${paging.limit} OFFSET ${paging.offset}`);
  }

  private guideSummary(guideid: number): string {
    return this.s.guides.summaryOf(this.s.guides.requireVisible(guideid));
  }
}

export class FavoriteWriter extends FavoriteReader {
  declare protected readonly s: StoreWriter;

  /** Desk: replaces the people whom the site names as editors of a guide, other than its author. */
  setEditors(guideid: number, userids: readonly number[]): void {
    this.s.db.run(sql`DELETE FROM guide_editor WHERE guideid = ${guideid}`);
    for (const userid of userids)
      this.s.db.run(sql`INSERT INTO guide_editor (guideid, userid) VALUES (${guideid}, ${userid})`);
  }

  /** Desk: removes all editors, because the site may have lost edits. It sends those that it knows again. */
  forgetEditors(): void {
    this.s.db.run(sql`DELETE FROM guide_editor`);
  }

  /** Adds a guide to the viewer's list, or removes it. Repeating it is no error. */
  markFavorite(guideid: number, wanted: boolean): void {
    this.markOwn('favorite', guideid, wanted);
  }

  markCompleted(guideid: number, wanted: boolean): void {
    this.markOwn('completion', guideid, wanted);
  }

  /** Replaces the whole list by the one that a site sent. */
  setFavorites(userid: number, entries: readonly Entry[]): void {
    this.replace('favorite', userid, entries);
  }

  setCompletions(userid: number, entries: readonly Entry[]): void {
    this.replace('completion', userid, entries);
  }

  private markOwn(table: Table, guideid: number, wanted: boolean): void {
    const { viewer } = this.s;
    if (!viewer) throw unauthorized();
    if (wanted) this.s.guides.requireVisible(guideid);
    // A guide that has become private or was deleted meanwhile can still be removed from the list, to which it may return.
    else if (!this.s.guides.row(guideid)) throw notFound('Guide');
    if (!this.mark(table, viewer.userid, guideid, wanted)) return;
    this.s.feed.record(table === 'favorite' ? 'favorites' : 'completions', viewer.userid);
  }

  private mark(table: Table, userid: number, guideid: number, wanted: boolean): boolean {
    const result = wanted
      ? this.s.db.run(sql`INSERT INTO ${sql.table(table)} (userid, guideid, date)
         VALUES (${userid}, ${guideid}, ${Math.floor(this.s.now)}) ON CONFLICT DO NOTHING`)
      : this.s.db.run(sql`DELETE FROM ${sql.table(table)}
         WHERE userid = ${userid} AND guideid = ${guideid}`);
    return result.changes > 0;
  }

  private replace(table: Table, userid: number, entries: readonly Entry[]): void {
    this.s.db.run(sql`DELETE FROM ${sql.table(table)} WHERE userid = ${userid}`);
    for (const { guideid, date } of entries) {
      this.s.db.run(sql`INSERT INTO ${sql.table(table)} (userid, guideid, date)
         VALUES (${userid}, ${guideid}, ${date}) ON CONFLICT DO UPDATE SET date = excluded.date`);
    }
  }
}
