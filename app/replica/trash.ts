import { sql } from '../store/sql.ts';
import type { StoreReader, StoreWriter } from '../store/aggregates.ts';

type TrashedKind = 'guide' | 'wiki';

/** Reason shown for a document in the trash. */
export const noLongerShown = 'Deleted on the site, or no longer shown to you.';

/** Documents that the site no longer shows, kept for a while (SPEC R2). */
export class TrashReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  count(): number {
    return this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM trash`)?.n ?? 0;
  }

  /** Returns whether a document is stored here and not in the trash. One that was deleted by a pending edit counts as shown. */
  isShown(kind: TrashedKind, id: number): boolean {
    const row = kind === 'guide' ? this.s.guides.row(id) : this.s.wikis.row(id);
    if (row === undefined) return false;
    return this.s.db.one(sql`SELECT 1 FROM trash WHERE kind = ${kind} AND id = ${id}`) === undefined;
  }

  /**
   * Returns documents of the site that are hidden and not in the trash, for another reason than an edit or page that waits here: an edit
   * deleted them on the site, or the site has another page with that title.
   */
  hiddenBeside(): { kind: TrashedKind; id: number }[] {
    const covered = new Set(this.s.siteVersions.coveredIds());
    return this.s.db
      .all(sql<{ kind: TrashedKind; id: number }>`SELECT kind, id FROM (
           SELECT 'guide' AS kind, guideid AS id FROM guide WHERE deleted = 1
           UNION ALL SELECT 'wiki', wikiid FROM wiki WHERE deleted = 1) hidden
         WHERE id > 0 AND NOT EXISTS (SELECT 1 FROM trash t WHERE t.kind = hidden.kind AND t.id = hidden.id)`)
      .filter(({ kind, id }) => !(kind === 'wiki' && covered.has(id)) && !this.s.journal.isPending(kind, id));
  }

  /** Documents in the trash since before `date`, UNIX seconds. */
  expired(date: number): { kind: TrashedKind; id: number }[] {
    return this.s.db.all(sql`SELECT kind, id FROM trash WHERE missing_since < ${date}`);
  }
}

export class TrashWriter extends TrashReader {
  declare protected readonly s: StoreWriter;

  /** Hides a document. It returns if the site has it again; otherwise it is removed after its time in the trash. */
  put(kind: TrashedKind, id: number, reason: string): void {
    this.s.db.run(sql`INSERT INTO trash (kind, id, missing_since, reason)
       VALUES (${kind}, ${id}, ${this.s.now}, ${reason}) ON CONFLICT (kind, id) DO NOTHING`);
    if (kind === 'guide') this.s.guides.hide(id);
    else this.s.wikis.hide(id);
  }

  /** Takes it off the list; the caller shows or removes it. */
  forget(kind: TrashedKind, id: number): void {
    this.s.db.run(sql`DELETE FROM trash WHERE kind = ${kind} AND id = ${id}`);
  }
}
