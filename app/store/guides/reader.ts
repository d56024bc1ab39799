import { AppError, forbidden, notFound } from '../../../shared/errors.ts';
import type { Guide, GuideRevision, Step } from '../../../shared/model/guide.ts';
import { everHadDrafts, mayEditGuide, mayReadGuide, mayReadStep } from '../policy/guides.ts';
import { builder, prepared, sql } from '../sql.ts';
import type { StoredRow, Value } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { commentsOn, composeGuide } from './compose.ts';
import type { AnswerOptions } from './compose.ts';
import { splitGuide, unpackGuide } from './document.ts';
import type { GuideDocument } from './document.ts';
import { readGuideRevisions, revisionOf } from './history.ts';
import { listGuideRows } from './list.ts';
import type { GuideListOptions } from './list.ts';
import { allNeeded, hasNeeds, neededBy, neededByDocument, pinIn, stepidsOf } from './prerequisites.ts';
import { composeGuideSummary, guideRow, stepidsKnown } from './rows.ts';
import type { GuideRow } from './rows.ts';
import { textsOf } from './texts.ts';
import type { GuideTexts } from './texts.ts';

export type { GuideRow } from './rows.ts';

const bodyOf = prepared((guideid: Value<number>) =>
  builder.selectFrom('guide_doc').select('body').where('guideid', '=', guideid),
);

/** Reads guides as the viewer may see them. Answers are templated JSON text: nothing is parsed on the way out. */
export class GuideReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns a guide's row, also of a deleted guide, without a check of permissions. */
  row(guideid: number): GuideRow | undefined {
    return guideRow(this.s, guideid);
  }

  /** @throws AppError `not-found` for missing and deleted guides, `forbidden` for a private one that the viewer may not see */
  requireVisible(guideid: number): GuideRow {
    const row = this.row(guideid);
    if (!row || row.deleted) throw notFound('Guide');
    if (!this.isVisible(row)) throw new AppError('forbidden', 'Guide is private.');
    return row;
  }

  isVisible(row: GuideRow): boolean {
    return mayReadGuide(this.s, row);
  }

  requireEditable(guideid: number): GuideRow {
    const row = this.requireVisible(guideid);
    if (!this.mayEdit(row)) throw new AppError('forbidden', 'You may not edit this guide.');
    return row;
  }

  mayEdit(row: GuideRow): boolean {
    return mayEditGuide(this.s, row);
  }

  hadDrafts(guideid: number): boolean {
    return everHadDrafts(this.s, guideid);
  }

  /** Returns the readers' version as templated JSON text (CONTRACT 4.2). */
  answer(row: GuideRow, options: AnswerOptions): string {
    const { guideid, userid } = row;
    const needs = hasNeeds(this.s, guideid) ? this.needs(guideid) : [];
    const needed = needs.length > 0 ? neededBy(this.s, guideid) : [];
    return composeGuide(this.s, row, { texts: this.texts(guideid), userid, needed, needs }, options);
  }

  /** Returns the version that edits are made against: the draft, else the readers' version (CONTRACT 4.9, `unpatrolled`). */
  draftAnswer(row: GuideRow, options: AnswerOptions): string {
    const draft = this.draft(row.guideid);
    return draft ? this.answerOf(row, draft, options) : this.answer(row, options);
  }

  /** Returns the newest version that the viewer may read: the draft for people who may edit the guide, or else what readers see. */
  newestAnswer(row: GuideRow, options: AnswerOptions): string {
    return this.mayEdit(row) ? this.draftAnswer(row, options) : this.answer(row, options);
  }

  /** Returns whether a version is here that the viewer may read, as those who may read the guide. */
  mayReadRevision(row: GuideRow, revisionid: number): boolean {
    const found = revisionOf(this.s, row.guideid, revisionid);
    return found !== undefined && (!found.draft || this.mayEdit(row));
  }

  /** @throws AppError `not-found`; `forbidden` for a draft unless the viewer may edit the guide */
  revisionAnswer(row: GuideRow, revisionid: number, options: AnswerOptions): string {
    const found = revisionOf(this.s, row.guideid, revisionid);
    if (!found) throw notFound('Revision');
    if (found.draft && !this.mayEdit(row)) throw forbidden('This revision is a draft.');
    return this.answerOf(row, found.body, options);
  }

  /**
   * Returns the answer to a write: the version that edits are made against, without the steps of prerequisites (CONTRACT
   * 4.6) unless the contract says otherwise (2.3). A person whose edit hid the guide from themselves still gets this
   * answer.
   */
  written(guideid: number, options: AnswerOptions = { prerequisiteSteps: false }): string {
    const row = this.row(guideid);
    if (!row || row.deleted) throw notFound('Guide');
    return this.draftAnswer(row, options);
  }

  /** Returns guide summaries as templated JSON texts, by guideid, in the language that the viewer reads. */
  list(options: GuideListOptions): string[] {
    return listGuideRows(this.s, options).map((row) =>
      composeGuideSummary(this.s.translations.listed(row), row.username ?? ''),
    );
  }

  summaryOf(row: GuideRow): string {
    return composeGuideSummary(this.s.translations.listed(row), this.s.users.username(row.userid));
  }

  /** Returns the readers' version. */
  document(guideid: number): GuideDocument {
    return unpackGuide(this.blob(guideid));
  }

  /** Returns the version that edits are made against: the draft, else the readers' version. */
  working(guideid: number): GuideDocument {
    return unpackGuide(this.draft(guideid) ?? this.blob(guideid));
  }

  revisionDocument(guideid: number, revisionid: number): GuideDocument | undefined {
    const found = revisionOf(this.s, guideid, revisionid);
    return found && this.s.idMap.resolve(unpackGuide(found.body));
  }

  /** Returns the guide's history as far as the viewer may see it, newest first. */
  revisions(row: GuideRow, paging: { offset: number; limit: number }): GuideRevision[] {
    return readGuideRevisions(this.s, row.guideid, { ...paging, drafts: this.mayEdit(row) });
  }

  /** Returns the stored texts of the readers' version. */
  texts(guideid: number): GuideTexts {
    return textsOf(guideid, this.blob(guideid));
  }

  /** Returns the packed draft; undefined if nothing was edited since the release. */
  draft(guideid: number): Buffer | undefined {
    return this.s.db.one(sql<{ body: Buffer }>`SELECT body FROM guide_draft WHERE guideid = ${guideid}`)
      ?.body;
  }

  /** Returns all prerequisites, also those that the viewer may not see, in order. */
  needs(guideid: number): NonNullable<Guide['needs']> {
    return this.s.db.all(sql`SELECT prerequisite AS guideid, releaseid FROM prerequisite
       WHERE guideid = ${guideid}
       ORDER BY position`);
  }

  /** Counts guides that are here and not deleted, including private ones. */
  countAll(): number {
    return this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM guide WHERE deleted = 0`)?.n ?? 0;
  }

  /** Returns whether there is a guide that is not deleted. */
  hasAny(): boolean {
    return this.s.db.one(sql`SELECT 1 FROM guide WHERE deleted = 0 LIMIT 1`) !== undefined;
  }

  /** Returns ids of all guides that are here and not deleted. */
  ids(): number[] {
    return this.s.db
      .all(sql<{ guideid: number }>`SELECT guideid FROM guide WHERE deleted = 0`)
      .map((row) => row.guideid);
  }

  /** Returns all prerequisites, direct and indirect, each once, in the order their steps are done. */
  allPrerequisites(guideid: number): GuideRow[] {
    return allNeeded(this.s, guideid, neededBy(this.s, guideid)).map(({ row }) => row);
  }

  /** Returns stepids in the order readers see them; those of prerequisites come first. */
  stepidsShown(guideid: number): number[] {
    const needed = allNeeded(this.s, guideid, neededBy(this.s, guideid));
    return [
      ...needed.flatMap((one) => stepidsOf(this.s, one)),
      ...stepidsKnown(this.s, guideid, { shown: 1 }),
    ];
  }

  /** Returns a step of the version that edits are made against, with comments. @throws AppError `not-found` */
  requireStepOf(guideid: number, stepid: number): Step {
    const step = this.working(guideid).steps.find((candidate) => candidate.stepid === stepid);
    if (!step) throw notFound('Step');
    return this.withComments(step);
  }

  /** Returns the guide of a step, also of one that is only in a draft or an earlier release. No check of permissions. */
  stepOwner(stepid: number): { guideid: number; orderby: number; revisionid: number } | undefined {
    return this.s.db.one(sql`SELECT guideid, orderby, revisionid FROM step WHERE stepid = ${stepid}`);
  }

  /** Returns when the site was last seen to have the guide as it is here, UNIX seconds of the site's clock; null if never. */
  checkedDate(guideid: number): number | null {
    const row = this.s.db.one(
      sql<StoredRow<'guide', 'checked_date'>>`SELECT checked_date FROM guide WHERE guideid = ${guideid}`,
    );
    return row?.checked_date ?? null;
  }

  /** Returns whether the step is in the readers' version. */
  isStepShown(stepid: number): boolean {
    return this.s.db.one(sql`SELECT 1 FROM step WHERE stepid = ${stepid} AND shown = 1`) !== undefined;
  }

  /** Returns the guide of a step that the viewer may see. @throws AppError `not-found`, `forbidden` */
  requireStepVisible(stepid: number): GuideRow {
    const owner = this.stepOwner(stepid);
    if (!owner) throw notFound('Step');
    const row = this.requireVisible(owner.guideid);
    if (!mayReadStep(this.s, row, stepid)) throw notFound('Step');
    return row;
  }

  count(): number {
    return (
      this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM guide WHERE deleted = 0 AND public = 1`)
        ?.n ?? 0
    );
  }

  protected withComments(step: Step): Step {
    return { ...step, comments: commentsOn(step.stepid, this.s.comments.ofGuide(step.guideid)) };
  }

  private answerOf(row: GuideRow, packed: Buffer, options: AnswerOptions): string {
    const { body, steps, aside } = splitGuide(packed);
    const { userid, ...all } = JSON.parse(aside) as Pick<
      GuideDocument,
      'userid' | 'prerequisites' | 'pinned'
    >;
    const needed = neededByDocument(this.s, all);
    const needs = all.prerequisites.map((guideid) => ({ guideid, releaseid: pinIn(all, guideid) }));
    return composeGuide(this.s, row, { texts: { body, steps }, userid, needed, needs }, options);
  }

  protected blob(guideid: number): Buffer {
    const row = this.s.db.one(bodyOf(guideid));
    if (!row) throw notFound('Guide');
    return row.body;
  }
}
