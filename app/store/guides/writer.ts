import { conflict, invalid, notFound } from '../../../shared/errors.ts';
import { templateFlag } from '../../../shared/model/flag.ts';
import { requireReportable, requireReporter } from '../policy/flags.ts';
import { builder } from '../sql.ts';
import {
  applyGuideFields,
  insertStep,
  newDocument,
  patchStep,
  removeGuideStep,
  reorderGuideSteps,
} from './content.ts';
import type { GuideInput, StepInput } from '../../../shared/model/guide-input.ts';
import type { GuideDocument } from './document.ts';
import { forgetOutdatedReports, forgetReport, hasReported, noteReport, reportsOf } from './flag-reports.ts';
import { requireNoCircle } from './prerequisites.ts';
import { dropDraft, keepRevision, writeDraftRows } from './put.ts';
import { hiddenSteps, recordAll, recordingHidden, recordWork, recordSteps } from './record-belongings.ts';
import type { GuideRow } from './reader.ts';
import { returnStep, revertTo } from './revert.ts';
import { GuideStorage } from './storage.ts';
import { requireGuideSize } from './size.ts';

/**
 * Edits guides as the viewer; every change makes a revision and a feed line. Edits of a released guide go into its
 * draft; readers keep seeing the release (decision 0007).
 */
export class GuideWriter extends GuideStorage {
  create(fields: GuideInput & { category: string; type: string }): number {
    const guideid = this.s.meta.nextId('guide');
    const document = newDocument(this.s, guideid, fields);
    requireGuideSize(this.s, document);
    this.save(document, null);
    return guideid;
  }

  /** Applies an edit. One that changes nothing makes no revision (CONTRACT 1.6). */
  update(guideid: number, revisionid: number, fields: GuideInput): void {
    this.edit(guideid, revisionid, (document) => applyGuideFields(this.s, document, fields));
  }

  /** Sets a flag on a guide that the viewer may read: readers report what is wrong with it. */
  report(guideid: number, flagid: string): void {
    const row = this.requireVisible(guideid);
    if (!this.mayEdit(row)) requireReportable(flagid);
    const document = this.working(guideid);
    const wasSet = hasFlag(document, flagid);
    this.change(row, document, () => {
      const flags = [...document.body.flags.map((flag) => flag.flagid), flagid];
      applyGuideFields(this.s, document, { flags });
    });
    const { viewer } = this.s;
    const isFirst = viewer !== null && !hasReported(this.s, guideid, viewer.userid);
    const isNew = noteReport(this.s, { guideid, flagid }, wasSet);
    // A desk has to send it, though the guide stays as it is.
    if (isNew && wasSet) this.s.feed.record('guide', guideid);
    if (isFirst) this.s.notifications.notify([row.userid], 'reported', { guideid });
  }

  /** Returns the number of the newest version, which may be a draft. */
  newestRevisionid(guideid: number): number {
    return this.working(guideid).body.revisionid;
  }

  /**
   * Withdraws the viewer's report of a flag; an admin without a report of their own withdraws all. The flag is removed with the
   * last report, unless it was set before anyone reported it.
   *
   * @returns whether the guide still has the flag
   * @throws AppError `forbidden` for reports of others
   */
  withdrawReport(guideid: number, flagid: string): boolean {
    const row = this.requireVisible(guideid);
    const document = this.working(guideid);
    if (!hasFlag(document, flagid)) return false;
    const reports = reportsOf(this.s, { guideid, flagid });
    const { viewer } = this.s;
    requireReporter(
      viewer,
      reports.map(({ userid }) => userid),
    );
    const own = reports.find(({ userid }) => userid === viewer?.userid);
    if (own) {
      forgetReport(this.s, { guideid, flagid }, own.userid);
      if (!hasReported(this.s, guideid, own.userid))
        this.s.notifications.withdraw(row.userid, 'reported', { guideid }, own.userid);
    }
    const stays = own !== undefined && (reports.length > 1 || own.only_reported === 0);
    // A desk that has removed the flag gets it again.
    if (stays) this.s.feed.record('guide', guideid);
    else
      this.change(row, document, ({ body }) => {
        body.flags = body.flags.filter((flag) => flag.flagid !== flagid);
      });
    return stays;
  }

  /** Desk: forgets the viewer's report, which was never sent. @returns whether the guide has the flag all the same */
  forgetReport(guideid: number, flagid: string): boolean {
    const { viewer } = this.s;
    if (viewer) forgetReport(this.s, { guideid, flagid }, viewer.userid);
    return hasFlag(this.working(guideid), flagid);
  }

  publish(guideid: number, revisionid: number, visible: boolean): void {
    this.edit(guideid, revisionid, (document) => applyGuideFields(this.s, document, { public: visible }));
  }

  /** Makes the content of an old revision the newest. @throws AppError `invalid` if `target` is no earlier revision of it */
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
    if (!this.s.meta.isDesk) recordSteps(this.s, back);
  }

  /**
   * Restores a deleted step under its old id, with these fields.
   *
   * @throws AppError `conflict` if the guide has it, `not-found` if it never had
   */
  returnStep(
    guideid: number,
    { stepid, revisionid, orderby }: { stepid: number; revisionid: number | undefined; orderby: number },
    fields: StepInput,
  ): void {
    this.edit(guideid, revisionid, (document) => {
      if (document.steps.some((step) => step.stepid === stepid))
        throw conflict(this.current(this.requireEditable(guideid)));
      if (!returnStep(this.s, document, { stepid, orderby })) throw notFound('Step');
      patchStep(this.s, document, stepid, fields);
    });
    if (!this.s.meta.isDesk) recordSteps(this.s, [stepid]);
  }

  delete(guideid: number, revisionid: number): void {
    const row = this.requireEditable(guideid);
    if (this.working(guideid).body.revisionid !== revisionid) throw conflict(this.current(row));
    this.s.db.run(
      builder
        .updateTable('guide')
        .set({ deleted: 1, modified_date: this.s.now, revisionid: this.s.meta.nextId('revision') })
        .where('guideid', '=', guideid),
    );
    this.s.search.remove('guide', guideid);
    this.s.feed.record('guide', guideid, true);
    this.touchDependents([guideid]);
    // From now on desks get what runs show of the guide from the runs themselves.
    if (this.s.meta.isDesk) return;
    recordWork(this.s, guideid);
  }

  /**
   * Restores a deleted guide as it was.
   *
   * @throws AppError `not-found` if there never was one, `invalid` if it is not deleted
   */
  restore(guideid: number): void {
    const row = this.row(guideid);
    if (!row) throw notFound('Guide');
    if (!row.deleted) {
      const state = row.public ? 'public' : 'private';
      throw invalid('guideid', `This guide is not deleted: it is ${state}.`);
    }
    this.show(this.document(guideid));
    // Desks have removed everything that belongs to it.
    if (!this.s.meta.isDesk) recordAll(this.s, guideid);
  }

  addStep(guideid: number, revisionid: number | undefined, orderby: number, fields: StepInput): void {
    this.edit(guideid, revisionid, (document) => insertStep(this.s, document, orderby, fields));
  }

  updateStep(guideid: number, stepid: number, revisionid: number, fields: StepInput): void {
    this.edit(guideid, undefined, (document) => {
      this.checkStep(document, stepid, revisionid);
      patchStep(this.s, document, stepid, fields);
    });
  }

  deleteStep(guideid: number, stepid: number, revisionid: number): void {
    this.edit(guideid, undefined, (document) => {
      this.checkStep(document, stepid, revisionid);
      removeGuideStep(document, stepid);
    });
  }

  reorder(guideid: number, revisionid: number, stepids: number[]): void {
    this.edit(guideid, revisionid, (document) => reorderGuideSteps(document, stepids));
  }

  /**
   * Makes a revision the readers' version. Visibility stays; newer edits stay as the draft.
   *
   * @throws AppError `invalid` if its prerequisites would now form a circle
   */
  release(guideid: number, revisionid: number): void {
    const working = this.working(guideid);
    const current = working.body.revisionid;
    const document = revisionid === current ? working : this.revisionDocument(guideid, revisionid);
    if (!document) throw invalid('revisionid', `Revision ${revisionid} of this guide is not stored here.`);
    requireNoCircle(this.s, document, 'prerequisites');
    const released = {
      ...document,
      body: { ...document.body, ...sharedOf(working) },
      userid: working.userid,
    };
    const hidden = hiddenSteps(this.s, guideid);
    recordingHidden(this.s, guideid, () => {
      if (revisionid === current) dropDraft(this.s, guideid);
      else writeDraftRows(this.s, working);
      this.show(released);
    });
    // A release made at a desk may still be refused or discarded; one of its site marks its version itself (`putRemoteRevision`).
    if (this.s.meta.isDesk) return;
    this.showReleased(guideid, revisionid);
    const shown = new Set(released.steps.map(({ stepid }) => stepid));
    recordSteps(
      this.s,
      hidden.filter((stepid) => shown.has(stepid)),
    );
  }

  /** Returns the body of a 409 answer. */
  current(row: GuideRow): unknown {
    const { guideid } = row;
    const current = JSON.parse(this.draftAnswer(row, { prerequisiteSteps: false })) as { revisionid: number };
    if (!this.draft(guideid)) return current;
    // A client that edits what readers see would be refused for ever.
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
    if (revisionid !== undefined && revisionid !== document.body.revisionid)
      throw conflict(this.current(row));
    this.change(row, document, change);
  }

  private change(row: GuideRow, document: GuideDocument, change: (document: GuideDocument) => void): void {
    const { guideid } = row;
    const base = document.body.revisionid;
    const before = JSON.stringify(document);
    const { userid } = document;
    const wasPublic = document.body.public;
    const wasTemplate = isTemplate(document);
    change(document);
    const after = JSON.stringify(document);
    if (after === before) return;
    requireGuideSize(this.s, document, after, () => JSON.parse(before) as GuideDocument);
    this.s.notifications.notify(forgetOutdatedReports(this.s, document.body), 'dealt-with', { guideid });
    recordingHidden(this.s, guideid, () => this.save(document, base, !this.mayEdit(row)));
    const isShownToMore =
      (document.body.public && !wasPublic) ||
      (isTemplate(document) && !wasTemplate) ||
      document.userid !== userid;
    if (isShownToMore && !this.s.meta.isDesk) recordAll(this.s, guideid);
  }

  private checkStep({ steps }: GuideDocument, stepid: number, revisionid: number): void {
    const step = steps.find((candidate) => candidate.stepid === stepid);
    if (!step) throw notFound('Step');
    if (step.revisionid !== revisionid) throw conflict(this.withComments(step));
  }

  /** @param parent the revision that it was made from; null for a new guide */
  private save(document: GuideDocument, parent: number | null, byReader = false): void {
    const { body } = document;
    const { guideid } = body;
    if (parent !== null && !this.isKept(guideid, parent)) this.keepWorking(guideid);
    body.revisionid = this.s.meta.nextId('revision');
    body.modified_date = Math.floor(this.s.now);
    for (const [index, step] of document.steps.entries()) {
      step.orderby = index + 1;
      if (step.revisionid === 0) step.revisionid = body.revisionid;
    }
    // A desk may get the draft before the release.
    if (this.s.releases.current(guideid) || this.draft(guideid)) {
      writeDraftRows(this.s, document);
      keepRevision(this.s, document, { parent, draft: true, byReader });
      this.share(document);
    } else {
      this.put(document, { keepRevision: true, parent, byReader });
      this.touchDependents([guideid]);
    }
    this.s.feed.record('guide', guideid);
  }

  /** Applies visibility, flags and author at once: they are not part of a release. */
  private share(draft: GuideDocument): void {
    const shown = this.document(draft.body.guideid);
    const shared = sharedOf(draft);
    const { userid } = draft;
    if (JSON.stringify([sharedOf(shown), shown.userid]) === JSON.stringify([shared, userid])) return;
    this.show({ ...shown, body: { ...shown.body, ...shared }, userid });
  }

  /** Makes an existing version the readers' version. */
  private show(document: GuideDocument): void {
    const { guideid } = document.body;
    document.body.modified_date = Math.floor(this.s.now);
    this.put(document, { keepRevision: false });
    this.s.feed.record('guide', guideid);
    this.touchDependents([guideid]);
  }
}

const hasFlag = ({ body }: GuideDocument, flagid: string): boolean =>
  body.flags.some((flag) => flag.flagid === flagid);

const isTemplate = (document: GuideDocument): boolean => hasFlag(document, templateFlag);

const sharedOf = ({
  body,
}: GuideDocument): Pick<
  GuideDocument['body'],
  'public' | 'published_date' | 'langid' | 'locale' | 'flags'
> => ({
  public: body.public,
  published_date: body.published_date,
  langid: body.langid,
  locale: body.locale,
  flags: body.flags,
});
