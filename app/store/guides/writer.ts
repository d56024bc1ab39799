import { conflict, invalid, notFound } from '../../../shared/errors.ts';
import { sqlite } from '../database.ts';
import type { StoreWriter } from '../store.ts';
import { applyFields, insertStep, newDocument, patchStep, removeStep, reorderSteps } from './content.ts';
import type { GuideFields, StepFields } from './content.ts';
import type { GuideDocument } from './document.ts';
import type { PreparedGuide } from './prepared.ts';
import { requireNoCircle } from './prerequisites.ts';
import {
  dropDraft,
  keepRevision,
  noteHiddenSteps,
  putDraft,
  putGuide,
  putPrepared,
  touchDependents,
} from './put.ts';
import type { PutOptions } from './put.ts';
import { GuideReader } from './reader.ts';
import type { GuideRow } from './reader.ts';
import { returnStep, revertTo } from './revert.ts';

/**
 * Edits guides as the viewer; every change makes a revision and a change in the feed. Edits of a guide that has a release
 * go into its draft, and readers go on seeing the release (decision 0007).
 */
export class GuideWriter extends GuideReader {
  declare protected readonly s: StoreWriter;

  create(fields: GuideFields & { category: string; type: string }): number {
    const guideid = this.s.meta.nextId('guide');
    this.save(newDocument(this.s, guideid, fields), null);
    return guideid;
  }

  /** An edit that changes nothing makes no revision (CONTRACT 1.6). */
  update(guideid: number, revisionid: number, fields: GuideFields): void {
    this.edit(guideid, revisionid, (document) => applyFields(this.s, document, fields));
  }

  publish(guideid: number, revisionid: number, visible: boolean): void {
    this.edit(guideid, revisionid, (document) => applyFields(this.s, document, { public: visible }));
    if (visible && !this.s.meta.isDesk) this.recordAll(guideid);
  }

  /** Makes the content of an old revision the newest. @throws AppError `invalid` when it is not one of this guide */
  revert(guideid: number, revisionid: number, target: number): void {
    const back: number[] = [];
    this.edit(guideid, revisionid, (document) => {
      const old = this.revisionDocument(guideid, target);
      if (!old || target === revisionid)
        throw invalid('to_revisionid', `${target} is not an earlier revision of this guide.`);
      const before = new Set(document.steps.map(({ stepid }) => stepid));
      revertTo(this.s, document, old);
      back.push(...document.steps.map(({ stepid }) => stepid).filter((stepid) => !before.has(stepid)));
    });
    this.tellReturned(back);
  }

  /**
   * Puts a step back that was deleted, under the id that it had, with these fields.
   *
   * @throws AppError `conflict` when the guide has it, `not-found` when it never had
   */
  returnStep(
    guideid: number,
    { stepid, revisionid, orderby }: { stepid: number; revisionid: number | undefined; orderby: number },
    fields: StepFields,
  ): void {
    this.edit(guideid, revisionid, (document) => {
      if (document.steps.some((step) => step.stepid === stepid))
        throw conflict(this.current(this.requireEditable(guideid)));
      if (!returnStep(this.s, document, { stepid, orderby })) throw notFound('Step');
      patchStep(this.s, document, stepid, fields);
    });
    this.tellReturned([stepid]);
  }

  /** Hub: desks may have forgotten what was written on steps that were gone. */
  private tellReturned(stepids: readonly number[]): void {
    if (!this.s.meta.isDesk) this.recordSteps(stepids);
  }

  delete(guideid: number, revisionid: number): void {
    const row = this.requireEditable(guideid);
    if (this.working(guideid).body.revisionid !== revisionid) throw conflict(this.current(row));
    this.s.db.run(
      sqlite
        .updateTable('guide')
        .set({ deleted: 1, modified_date: this.s.now, revisionid: this.s.meta.nextId('revision') })
        .where('guideid', '=', guideid),
    );
    this.s.search.remove('guide', guideid);
    this.s.feed.record('guide', guideid, true);
    this.touchDependents([guideid]);
    // Desks have what runs show of the guide from the runs themselves from now on.
    if (this.s.meta.isDesk) return;
    const runs = this.s.db.allSql<{ entryid: number }>('SELECT entryid FROM work_log WHERE guideid = ?', [
      guideid,
    ]);
    for (const { entryid } of runs) this.s.feed.record('entry', entryid);
  }

  /**
   * Brings a deleted guide back as it was.
   *
   * @throws AppError `not-found` when there never was one, `invalid` when it is not deleted
   */
  restore(guideid: number): void {
    const row = this.row(guideid);
    if (!row) throw notFound('Guide');
    if (!row.deleted) {
      const state = row.public ? 'public' : 'private';
      throw invalid('guideid', `This guide is not deleted: it is ${state}.`);
    }
    this.show(this.document(guideid));
    // Desks have forgotten what hung on it.
    if (!this.s.meta.isDesk) this.recordAll(guideid);
  }

  addStep(guideid: number, revisionid: number | undefined, orderby: number, fields: StepFields): void {
    this.edit(guideid, revisionid, (document) => insertStep(this.s, document, orderby, fields));
  }

  updateStep(guideid: number, stepid: number, revisionid: number, fields: StepFields): void {
    this.edit(guideid, undefined, (document) => {
      this.checkStep(document, stepid, revisionid);
      patchStep(this.s, document, stepid, fields);
    });
  }

  deleteStep(guideid: number, stepid: number, revisionid: number): void {
    this.edit(guideid, undefined, (document) => {
      this.checkStep(document, stepid, revisionid);
      removeStep(document, stepid);
    });
  }

  reorder(guideid: number, revisionid: number, stepids: number[]): void {
    this.edit(guideid, revisionid, (document) => reorderSteps(document, stepids));
  }

  /**
   * Makes a revision what readers see. Who may see the guide stays as it is, and so do newer edits: as the draft.
   *
   * @throws AppError `invalid` when its prerequisites would form a circle now
   */
  release(guideid: number, revisionid: number): void {
    const working = this.working(guideid);
    const current = working.body.revisionid;
    const document = revisionid === current ? working : this.revisionDocument(guideid, revisionid);
    if (!document) throw invalid('revisionid', `Revision ${revisionid} of this guide is not here.`);
    requireNoCircle(this.s, document, 'prerequisites');
    const released = {
      ...document,
      body: { ...document.body, ...sharedOf(working) },
      userid: working.userid,
    };
    const hidden = this.hiddenSteps(guideid);
    if (revisionid === current) dropDraft(this.s, guideid);
    else putDraft(this.s, working);
    this.s.db.runSql('UPDATE guide_revision SET draft = 0 WHERE guideid = ? AND revisionid = ?', [
      guideid,
      revisionid,
    ]);
    this.show(released);
    if (this.s.meta.isDesk) return;
    const shown = new Set(released.steps.map(({ stepid }) => stepid));
    this.recordSteps(hidden.filter((stepid) => shown.has(stepid)));
  }

  /** Keeps the version edits are made against, where a desk has it from its site only. @returns its revisionid */
  keepWorking(guideid: number): number {
    const document = this.working(guideid);
    const { revisionid } = document.body;
    if (!this.isKept(guideid, revisionid)) {
      const draft = this.draft(guideid) !== undefined;
      keepRevision(this.s, document, { parent: null, draft, remote: true });
    }
    return revisionid;
  }

  /** Stores a document as it is, for readers: a fixture, an import, or a version of the site. */
  put(document: GuideDocument, options: PutOptions): void {
    putGuide(this.s, document, options);
  }

  /** Desk: stores a version of the site; its pictures are noted apart (`media/notes.ts`). */
  putPulled(guide: PreparedGuide, seen: { checked: number; prereqModified: number }): void {
    putPrepared(this.s, guide, { ...seen, notesPictures: true });
  }

  /** Desk: takes over the site's draft; `undefined` when there is none that the person who syncs may see. */
  putRemoteDraft(guideid: number, document: GuideDocument | undefined): void {
    if (document) putDraft(this.s, document);
    else if (this.draft(guideid)) dropDraft(this.s, guideid);
  }

  /** Desk: takes over what the site said at a revision, so that a release can be shown. */
  putRemoteRevision(document: GuideDocument): void {
    const { guideid, revisionid } = document.body;
    if (!this.row(guideid) || this.isKept(guideid, revisionid)) return;
    keepRevision(this.s, document, { parent: null, draft: false, remote: true });
    noteHiddenSteps(this.s, guideid);
  }

  /** What a release said that was withdrawn or deleted is a draft again, unless readers still see it in another way. */
  hideWithdrawn(guideid: number, revisionid: number | null): void {
    this.s.db.runSql(
      `UPDATE guide_revision SET draft = 1 WHERE guideid = :guideid AND revisionid = :revisionid
         AND NOT EXISTS (SELECT 1 FROM guide g WHERE g.guideid = :guideid AND g.revisionid = :revisionid)
         AND NOT EXISTS (SELECT 1 FROM release r WHERE r.guideid = :guideid AND r.revisionid = :revisionid
           AND r.status IN ('released', 'superseded'))`,
      [{ guideid, revisionid }],
    );
  }

  /** Steps that stand only in a release may have come or gone. */
  releasesChanged(guideid: number): void {
    noteHiddenSteps(this.s, guideid);
  }

  touchDependents(guideids: readonly number[]): void {
    touchDependents(this.s, guideids);
  }

  /** Desk: hides a guide that the site no longer shows; its document stays until `forget`. */
  hide(guideid: number): void {
    this.s.db.runSql('UPDATE guide SET deleted = 1 WHERE guideid = ?', [guideid]);
    this.s.search.remove('guide', guideid);
    this.touchDependents([guideid]);
  }

  /** Desk: takes over what a list of the site says of a guide whose document has not changed. */
  confirm(guideid: number, dates: { prereq_modified_date: number; checked_date: number }): void {
    this.s.db.runSql(
      'UPDATE guide SET prereq_modified_date = :prereq_modified_date, checked_date = :checked_date WHERE guideid = :guideid',
      [{ ...dates, guideid }],
    );
  }

  /** Removes a guide and all that hangs on it; only a desk does this, after its time in the trash. */
  forget(guideid: number): void {
    this.s.search.remove('guide', guideid);
    for (const kind of ['guide', 'guide_draft'] as const) this.s.media.setUses(kind, guideid, []);
    for (const table of ['comment', 'release'])
      this.s.db.runSql(`DELETE FROM ${table} WHERE guideid = ?`, [guideid]);
    this.s.db.runSql('DELETE FROM guide WHERE guideid = ?', [guideid]);
    this.touchDependents([guideid]);
  }

  /** Answers' own JSON for a 409. */
  current(row: GuideRow): unknown {
    const { guideid } = row;
    const current = JSON.parse(this.draftAnswer(row, { prerequisiteSteps: false })) as { revisionid: number };
    if (!this.draft(guideid)) return current;
    // Readers go on seeing the release, and whoever edits what they see would be refused for ever.
    const message =
      `Readers see the release of this guide; edits are made to its draft, which is revision ${current.revisionid}. ` +
      `GET /guides/${guideid}?unpatrolled answers it.`;
    return { ...current, message };
  }

  private edit(
    guideid: number,
    revisionid: number | undefined,
    change: (document: GuideDocument) => void,
  ): void {
    const row = this.requireEditable(guideid);
    const document = this.working(guideid);
    const base = document.body.revisionid;
    if (revisionid !== undefined && revisionid !== base) throw conflict(this.current(row));
    const before = JSON.stringify(document);
    change(document);
    if (JSON.stringify(document) !== before) this.save(document, base);
  }

  private checkStep({ steps }: GuideDocument, stepid: number, revisionid: number): void {
    const step = steps.find((candidate) => candidate.stepid === stepid);
    if (!step) throw notFound('Step');
    if (step.revisionid !== revisionid) throw conflict(this.withComments(step));
  }

  /** @param parent the revision it was made from */
  private save(document: GuideDocument, parent: number | null): void {
    const { body } = document;
    const { guideid } = body;
    if (parent !== null && !this.isKept(guideid, parent)) this.keepWorking(guideid);
    body.revisionid = this.s.meta.nextId('revision');
    body.modified_date = Math.floor(this.s.now);
    for (const [index, step] of document.steps.entries()) {
      step.orderby = index + 1;
      if (step.revisionid === 0) step.revisionid = body.revisionid;
    }
    // A desk may be told of the draft before it is of the release.
    if (this.s.releases.current(guideid) || this.draft(guideid)) {
      putDraft(this.s, document);
      keepRevision(this.s, document, { parent, draft: true });
      this.share(document);
    } else {
      this.put(document, { keepRevision: true, parent });
      this.touchDependents([guideid]);
    }
    this.s.feed.record('guide', guideid);
  }

  /** Who may see a guide is no part of a release: it holds at once. */
  private share(draft: GuideDocument): void {
    const shown = this.document(draft.body.guideid);
    const shared = sharedOf(draft);
    const { userid } = draft;
    if (JSON.stringify([sharedOf(shown), shown.userid]) === JSON.stringify([shared, userid])) return;
    this.show({ ...shown, body: { ...shown.body, ...shared }, userid });
  }

  /** Puts a version that exists before the guide's readers. */
  private show(document: GuideDocument): void {
    const { guideid } = document.body;
    document.body.modified_date = Math.floor(this.s.now);
    this.put(document, { keepRevision: false });
    this.s.feed.record('guide', guideid);
    this.touchDependents([guideid]);
  }

  private isKept(guideid: number, revisionid: number): boolean {
    return (
      this.s.db.oneSql('SELECT 1 FROM guide_revision WHERE guideid = ? AND revisionid = ?', [
        guideid,
        revisionid,
      ]) !== undefined
    );
  }

  /** Hub: to some people this guide is new now, and to them so is all that belongs to it. */
  recordAll(guideid: number): void {
    for (const kind of ['tags', 'translations', 'collaborators'] as const) this.s.feed.record(kind, guideid);
    const ids = (sql: string): number[] =>
      this.s.db.allSql<{ id: number }>(sql, [guideid]).map(({ id }) => id);
    this.recordSteps([
      ...ids('SELECT stepid AS id FROM step_form WHERE guideid = ? AND current = 1'),
      ...this.hiddenSteps(guideid),
    ]);
    for (const id of ids('SELECT releaseid AS id FROM release WHERE guideid = ?'))
      this.s.feed.record('release', id);
  }

  /** Steps that readers do not see. */
  private hiddenSteps(guideid: number): number[] {
    return this.s.db
      .allSql<{ stepid: number }>('SELECT stepid FROM step WHERE guideid = ? AND shown = 0', [guideid])
      .map(({ stepid }) => stepid);
  }

  /** Hub: forms of these steps, and comments on those that do not come with their guide, are new to some people. */
  private recordSteps(stepids: readonly number[]): void {
    for (const stepid of new Set(stepids)) {
      if (this.s.forms.ofStep(stepid)) this.s.feed.record('form', stepid);
      for (const { commentid } of this.s.db.allSql<{ commentid: number }>(
        "SELECT commentid FROM comment WHERE context = 'step' AND contextid = ? AND status <> 'deleted'",
        [stepid],
      ))
        this.s.feed.record('comment', commentid);
    }
  }
}

const sharedOf = ({
  body,
}: GuideDocument): Pick<GuideDocument['body'], 'public' | 'published_date' | 'langid' | 'locale'> => ({
  public: body.public,
  published_date: body.published_date,
  langid: body.langid,
  locale: body.locale,
});
