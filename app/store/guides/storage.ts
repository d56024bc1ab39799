import { wasReleased } from '../releases/released-documents.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { unpackGuide } from './document.ts';
import type { GuideDocument } from './document.ts';
import type { PreparedGuide } from './prepared.ts';
import {
  dropDraft,
  keepRevision,
  noteHiddenSteps,
  writeDraftRows,
  putGuide,
  putPrepared,
  touchDependents,
} from './put.ts';
import type { PutOptions } from './put.ts';
import { GuideReader } from './reader.ts';
import { requireGuideSize } from './size.ts';

/** Stores, hides and removes whole versions of guides: those of a site, a fixture or an import. */
export class GuideStorage extends GuideReader {
  declare protected readonly s: StoreWriter;

  /**
   * Adds the version that edits are made against to the history, unless it is there: a desk may have it from its site
   * only. @returns its revisionid
   */
  keepWorking(guideid: number): number {
    const draft = this.draft(guideid);
    const packed = draft ?? this.blob(guideid);
    const document = unpackGuide(packed);
    const { revisionid } = document.body;
    if (!this.isKept(guideid, revisionid))
      keepRevision(this.s, document, { parent: null, draft: draft !== undefined, remote: true, packed });
    return revisionid;
  }

  /** Stores a document as the readers' version. */
  put(document: GuideDocument, options: PutOptions): void {
    putGuide(this.s, document, options);
  }

  /** Stores a document of a fixture or an import. @throws AppError `invalid` if it is larger than a guide may be */
  bring(document: GuideDocument): void {
    requireGuideSize(this.s, document);
    this.put(document, { keepRevision: true });
  }

  /** Desk: stores the site's version. The caller notes its pictures (`media/picture-notes.ts`). @returns whether the guide was not here before */
  putPulled(guide: PreparedGuide, seen: { checked: number; prereqModified: number }): boolean {
    return putPrepared(this.s, guide, { ...seen, notesPictures: true });
  }

  /** Desk: stores the site's draft; `undefined` if the syncing person may see none. */
  putRemoteDraft(guideid: number, document: GuideDocument | undefined): void {
    if (document) writeDraftRows(this.s, document);
    else if (this.draft(guideid)) dropDraft(this.s, guideid);
  }

  /**
   * Desk: stores a revision of the site, so that a release can be shown.
   *
   * @param isOut whether readers see or saw the release: until then its revision is for those who may edit the guide
   */
  putRemoteRevision(document: GuideDocument, isOut: boolean): void {
    const { guideid, revisionid } = document.body;
    if (!this.row(guideid)) return;
    if (isOut) this.showReleased(guideid, revisionid);
    if (this.isKept(guideid, revisionid)) return;
    keepRevision(this.s, document, { parent: null, draft: !isOut, remote: true });
    noteHiddenSteps(this.s, guideid);
  }

  /** Marks a revision that was a draft as one that readers see or saw. */
  showReleased(guideid: number, revisionid: number): void {
    this.s.db.run(sql`UPDATE guide_revision SET draft = 0
       WHERE guideid = ${guideid} AND revisionid = ${revisionid}`);
  }

  /**
   * Desk: marks the hub's versions after the one that readers see as drafts, and that one as no draft. A desk that did not know of a release stored its
   * own edits, as the hub answered them, as what readers see.
   */
  markDraftsAfter(guideid: number, shown: number): void {
    this.s.db.run(sql`UPDATE guide_revision SET draft = revisionid > ${shown}
       WHERE guideid = ${guideid} AND revisionid >= ${shown} AND userid IS NULL AND draft <> (revisionid > ${shown})
       AND NOT EXISTS (SELECT 1 FROM release r WHERE r.guideid = ${guideid} AND r.revisionid = guide_revision.revisionid
         AND ${wasReleased})`);
  }

  /** Marks the revision of a withdrawn or deleted release as a draft again, unless readers still see it otherwise. */
  hideWithdrawn(guideid: number, revisionid: number | null): void {
    this.s.db.run(sql`UPDATE guide_revision SET draft = 1
       WHERE guideid = ${guideid} AND revisionid = ${revisionid}
       AND NOT EXISTS (SELECT 1 FROM guide g WHERE g.guideid = ${guideid} AND g.revisionid = ${revisionid})
       AND NOT EXISTS (SELECT 1 FROM release r WHERE r.guideid = ${guideid} AND r.revisionid = ${revisionid}
         AND ${wasReleased})`);
  }

  /** Updates what is known of steps and pictures that are only in releases. */
  releasesChanged(guideid: number): void {
    const released = this.s.releases.outlines(guideid);
    noteHiddenSteps(this.s, guideid, released);
    if (!this.s.meta.isDesk) return;
    const shown = released.flatMap(({ images }) => images);
    this.s.media.setUses('guide_past', guideid, [...new Set(shown)]);
  }

  touchDependents(guideids: readonly number[]): void {
    touchDependents(this.s, guideids);
  }

  /** Desk: stores whether the hub says that the guide has or had drafts. */
  noteHadDrafts(guideid: number, hadDrafts: boolean): void {
    const value = Number(hadDrafts);
    this.s.db.run(
      sql`UPDATE guide SET had_drafts = ${value} WHERE guideid = ${guideid} AND had_drafts <> ${value}`,
    );
  }

  /** Desk: hides a guide that the site no longer shows. Its document stays until `forget`. */
  hide(guideid: number): void {
    this.s.db.run(sql`UPDATE guide SET deleted = 1 WHERE guideid = ${guideid}`);
    this.s.search.remove('guide', guideid);
    this.touchDependents([guideid]);
  }

  /** Desk: updates dates from a list of the site for a guide whose document has not changed. */
  confirm(guideid: number, dates: { prereq_modified_date: number; checked_date: number }): void {
    this.s.db.run(sql`UPDATE guide
       SET prereq_modified_date = ${dates.prereq_modified_date}, checked_date = ${dates.checked_date}
       WHERE guideid = ${guideid}`);
  }

  /** Desk: removes a guide and everything that belongs to it, after its time in the trash. */
  forget(guideid: number): void {
    this.s.search.remove('guide', guideid);
    for (const kind of ['guide', 'guide_draft'] as const) this.s.media.setUses(kind, guideid, []);
    this.s.db.run(sql`DELETE FROM comment WHERE guideid = ${guideid}`);
    this.s.db.run(sql`DELETE FROM release WHERE guideid = ${guideid}`);
    this.s.db.run(sql`DELETE FROM guide WHERE guideid = ${guideid}`);
    this.touchDependents([guideid]);
  }

  protected isKept(guideid: number, revisionid: number): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM guide_revision
         WHERE guideid = ${guideid} AND revisionid = ${revisionid}`) !== undefined
    );
  }
}
