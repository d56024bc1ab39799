import { conflict, invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { same } from '../../../shared/merge/value.ts';
import type { StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { FormPolicy } from '../policy/forms.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import { listOf, sql } from '../sql.ts';
import type { Query, SqlPart, StoredRow } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { checkFields, fieldOfSite, withExtras, withGuids } from './field-input.ts';
import type { StoredField } from './field-input.ts';

type FormRow = StoredRow<'step_form', 'form_revisionid' | 'stepid' | 'guideid'>;

export interface FieldRevision {
  field: StepFormField;
  form_revisionid: number;
  stepid: number;
  guideid: number;
  /** UNIX seconds; null while the form is the step's current one. */
  ended_date: number | null;
}

/** A form as a site answers it, in any of the spellings there are (CONTRACT 9). */
export interface RemoteForm {
  form_revisionid: number;
  stepid: number;
  /** Defaults to the guide of the step. */
  guideid?: number;
  fields: readonly Record<string, unknown>[];
}

type NumberedField = { field_revisionid: number } & StoredField;

const select = sql`SELECT form_revisionid, stepid, guideid FROM step_form`;
const notHere = 'Step form';

/** Forms attached to steps. Every revision is kept, because recorded values refer to it. */
export class FormReader {
  protected readonly s: StoreReader;
  private readonly policy: FormPolicy;

  constructor(s: StoreReader) {
    this.s = s;
    this.policy = new FormPolicy(s);
  }

  /** Returns the current form of a step, without a check of permissions. */
  ofStep(stepid: number): StepForm | undefined {
    return this.forms(sql`${select} WHERE stepid = ${stepid} AND current = 1`)[0];
  }

  /** @throws AppError `not-found` for a step that the viewer may not see or that has no form */
  requireOfStep(stepid: number): StepForm {
    this.s.guides.requireStepVisible(stepid);
    const form = this.ofStep(stepid);
    if (!form) throw notFound(notHere);
    return form;
  }

  /** Returns any revision, without a check of permissions. */
  revision(form_revisionid: number): StepForm | undefined {
    return this.forms(sql`${select} WHERE form_revisionid = ${form_revisionid}`)[0];
  }

  requireRevision(form_revisionid: number): StepForm {
    const form = this.revision(form_revisionid);
    if (!form) throw notFound(notHere);
    if (this.policy.mayRead(form)) return form;
    this.s.guides.requireVisible(form.guideid);
    throw notFound(notHere);
  }

  requireOfField(field_revisionid: number): StepForm {
    const row = this.s.db.one(sql<StoredRow<'step_form_field', 'form_revisionid'>>`SELECT form_revisionid
       FROM step_form_field WHERE field_revisionid = ${field_revisionid}`);
    if (!row) throw notFound(notHere);
    return this.requireRevision(row.form_revisionid);
  }

  /**
   * Returns the forms of the steps shown to readers, of prerequisites first, in step order. Editors also get forms of
   * steps that are only in the draft.
   *
   * @throws AppError `not-found`, `forbidden`; `invalid` if they are too large for one answer
   */
  ofGuide(guideid: number): StepForm[] {
    this.s.guides.requireVisible(guideid);
    const guideids = this.guidesOf(guideid);
    this.requireSmall(guideids);
    return guideids.flatMap((id) => {
      const row = this.s.guides.row(id);
      const isEditor = row !== undefined && this.s.guides.mayEdit(row);
      return this.formsAt(id, isEditor ? sql`f.current = 1` : sql`t.shown = 1 AND f.current = 1`);
    });
  }

  /**
   * Yields the forms of a run as they were at `date` (UNIX seconds), of steps that readers still see, guide by guide because they may be large.
   * No check of permissions.
   */
  *currentAt(guideid: number, date: number): Generator<StepForm> {
    const when = sql`t.shown = 1 AND f.created_date <= ${date}
      AND (f.ended_date IS NULL OR f.ended_date > ${date})`;
    for (const id of this.guidesOf(guideid)) yield* this.formsAt(id, when);
  }

  /** Returns the ids of the guides whose forms belong to a run of this guide: its prerequisites, then itself. */
  guidesOf(guideid: number): number[] {
    return [...this.s.guides.allPrerequisites(guideid).map((row) => row.guideid), guideid];
  }

  /** Returns the stepids of this guide, without its prerequisites, that have a form. */
  stepsOf(guideid: number): number[] {
    return this.s.db
      .all(sql<StoredRow<'step_form', 'stepid'>>`SELECT stepid FROM step_form
         WHERE current = 1 AND guideid = ${guideid}`)
      .map(({ stepid }) => stepid);
  }

  /**
   * Returns the newest form_revisionid among the shown steps of a run's guides, null if there is none. Provisional ids
   * count as newer.
   */
  newestOf(guideid: number): number | null {
    const row = this.s.db.one(sql<{ form_revisionid: number }>`SELECT f.form_revisionid
       FROM step t CROSS JOIN step_form f ON f.stepid = t.stepid
       WHERE t.guideid IN ${listOf(this.guidesOf(guideid))} AND t.shown = 1 AND f.current = 1
       ORDER BY f.form_revisionid < 0 DESC, abs(f.form_revisionid) DESC LIMIT 1`);
    return row?.form_revisionid ?? null;
  }

  /** Returns the known ones of these field revisions by id, without a check of permissions. */
  fieldRevisions(field_revisionids: readonly number[]): Map<number, FieldRevision> {
    const rows = this.s.db.all(sql<
      Omit<FieldRevision, 'field'> & { field_revisionid: number; body: string }
    >`SELECT d.field_revisionid,
         d.body, f.form_revisionid, f.stepid, f.guideid, f.ended_date
       FROM step_form_field d JOIN step_form f ON f.form_revisionid = d.form_revisionid
       WHERE d.field_revisionid IN ${listOf(field_revisionids)}`);
    return new Map(
      rows.map(({ body, ...row }) => [row.field_revisionid, { ...row, field: fieldOf(row, body) }]),
    );
  }

  /** Returns the newest revision of a field by its guid. */
  findByGuid(guideid: number, field_guid: string): FieldRevision | undefined {
    const row = this.s.db.one(sql<{ field_revisionid: number }>`SELECT d.field_revisionid
       FROM step_form f JOIN step_form_field d ON d.form_revisionid = f.form_revisionid
       WHERE f.guideid IN ${listOf(this.guidesOf(guideid))} AND d.field_guid = ${field_guid}
       ORDER BY f.current DESC LIMIT 1`);
    return row && this.fieldRevisions([row.field_revisionid]).get(row.field_revisionid);
  }

  /** Returns a step's form for the feed as JSON text; undefined if there is none that the viewer may see. */
  answer(stepid: number): string | undefined {
    const form = this.ofStep(stepid);
    return form && this.s.guides.stepOwner(stepid) && this.policy.mayRead(form)
      ? JSON.stringify(form)
      : undefined;
  }

  private requireSmall(guideids: readonly number[]): void {
    const size = this.s.db.one(sql<{ bytes: number | null }>`SELECT sum(octet_length(d.body)) AS bytes
       FROM step_form f JOIN step_form_field d ON d.form_revisionid = f.form_revisionid
       WHERE f.guideid IN ${listOf(guideids)} AND f.current = 1`);
    if (Number(size?.bytes) > limits.guide.prerequisiteForms.max)
      throw invalid(
        'guideid',
        'The forms of this guide and its prerequisites are too large for one answer. Ask for those of each step.',
      );
  }

  /** @param when a condition on the step `t` and its form `f` */
  private formsAt(guideid: number, when: SqlPart): StepForm[] {
    return this.forms(sql`SELECT f.form_revisionid, f.stepid, f.guideid
       FROM step t CROSS JOIN step_form f ON f.stepid = t.stepid
       WHERE t.guideid = ${guideid} AND ${when} ORDER BY t.orderby, t.stepid`);
  }

  private forms(query: Query<FormRow>): StepForm[] {
    return this.s.db.all(query).map((row) => ({ ...row, fields: this.fieldsOf(row.form_revisionid) }));
  }

  protected fieldsOf(form_revisionid: number): StepFormField[] {
    return this.s.db
      .all(sql<StoredRow<'step_form_field', 'field_revisionid' | 'body'>>`SELECT field_revisionid, body
         FROM step_form_field WHERE form_revisionid = ${form_revisionid} ORDER BY position`)
      .map((field) => fieldOf(field, field.body));
  }
}

const fieldOf = ({ field_revisionid }: { field_revisionid: number }, body: string): StepFormField => {
  const { field_guid, benchside = null, ...rest } = JSON.parse(body) as StoredField;
  return { field_guid, field_revisionid, ...rest, benchside };
};

export class FormWriter extends FormReader {
  declare protected readonly s: StoreWriter;

  /**
   * Saves the form of a step; an empty list of fields removes the form. Saving an equal form makes no revision.
   *
   * @param basedOn the `form_revisionid` the edit was made on, `null` for no form; not checked if undefined
   * @returns the form as it is now, null if there is none
   * @throws AppError `conflict` with the present form if `basedOn` is another
   */
  save(
    stepid: number,
    given: readonly Record<string, unknown>[],
    basedOn: number | null | undefined,
  ): StepForm | null {
    const owner = this.s.guides.stepOwner(stepid);
    if (!owner) throw notFound('Step');
    const { guideid } = this.s.guides.requireEditable(owner.guideid);
    const current = this.ofStep(stepid) ?? null;
    if (basedOn !== undefined && basedOn !== (current?.form_revisionid ?? null)) throw conflict(current);
    const before = current?.fields ?? [];
    const fields = withGuids(checkFields(given), before);
    const unchanged = fields.length === before.length && fields.every((field, i) => isSame(field, before[i]));
    if (unchanged) return current;
    const size = bytesOf(JSON.stringify(fields)) - bytesOf(JSON.stringify(before));
    this.requireRoom(guideid, size);
    this.end(stepid);
    if (fields.length > 0) {
      const form_revisionid = this.s.meta.nextId('form');
      const numbered = fields.map((field) => ({ field_revisionid: this.s.meta.nextId('field'), ...field }));
      this.insert({ form_revisionid, stepid, guideid }, numbered);
    }
    this.s.feed.record('form', stepid, fields.length === 0);
    return this.ofStep(stepid) ?? null;
  }

  /** Stores the form of a step as a site or fixture has it, with its ids. A form without fields removes the form. */
  putRemote({ form_revisionid, stepid, guideid, fields }: RemoteForm): void {
    const owner = guideid ?? this.s.guides.stepOwner(stepid)?.guideid;
    if (fields.length === 0 || owner === undefined) {
      // The step was deleted here meanwhile, so fields that got the site's ids have no form.
      this.s.db.run(sql`DELETE FROM step_form_field
         WHERE form_revisionid = ${form_revisionid} AND NOT
           EXISTS (SELECT 1 FROM step_form WHERE form_revisionid = ${form_revisionid})`);
      return this.end(stepid);
    }
    const current = this.ofStep(stepid);
    const wanted = withExtras(
      fields.map((field) => ({
        field_revisionid: Number(field['field_revisionid']),
        ...fieldOfSite(field),
      })),
      // Fields made at this desk already have the site's form id.
      [...this.fieldsOf(form_revisionid), ...(current?.fields ?? [])],
    );
    const unchanged =
      current?.form_revisionid === form_revisionid &&
      current.fields.length === wanted.length &&
      wanted.every((field, i) => isSame(field, current.fields[i]));
    if (unchanged) return;
    this.end(stepid);
    this.s.db.run(sql`DELETE FROM step_form WHERE form_revisionid = ${form_revisionid}`);
    this.s.db.run(sql`DELETE FROM step_form_field WHERE form_revisionid = ${form_revisionid}`);
    this.insert({ form_revisionid, stepid, guideid: owner }, wanted);
  }

  /** Desk: the site no longer shows a form for this step. Recorded values keep their old revisions. */
  forget(stepid: number): void {
    this.end(stepid);
  }

  /** Desk: removes a form made here that the site now has under its own ids. */
  forgetRevision(form_revisionid: number): void {
    this.s.db.run(sql`DELETE FROM step_form WHERE form_revisionid = ${form_revisionid}`);
  }

  /** Desk: removes the revisions with higher ids, which a restored hub has lost. @returns the steps that had them */
  forgetRevisionsAbove(form_revisionid: number): number[] {
    const lost = sql`step_form WHERE form_revisionid > ${form_revisionid}`;
    const steps = this.s.db.all(sql<StoredRow<'step_form', 'stepid'>>`SELECT DISTINCT stepid FROM ${lost}`);
    this.s.db.run(sql`DELETE FROM ${lost}`);
    return steps.map(({ stepid }) => stepid);
  }

  /** @throws AppError `invalid` if the forms of a guide would be larger than one answer of them may be */
  private requireRoom(guideid: number, more: number): void {
    const { bytes } = this.s.db.one(sql<{
      bytes: number;
    }>`SELECT coalesce(sum(octet_length(d.body)), 0) AS bytes
         FROM step_form f JOIN step_form_field d ON d.form_revisionid = f.form_revisionid
         WHERE f.guideid = ${guideid} AND f.current = 1`) ?? { bytes: 0 };
    requireSize(
      limits.guide.forms,
      { before: () => bytes, after: bytes + more },
      'fields',
      (size) => `All forms of a guide together take at most ${size}.`,
    );
  }

  private end(stepid: number): void {
    this.s.db.run(sql`UPDATE step_form SET current = 0, ended_date = ${this.s.now}
       WHERE stepid = ${stepid} AND current = 1`);
  }

  private insert({ form_revisionid, stepid, guideid }: FormRow, fields: readonly NumberedField[]): void {
    // Replaying an edit on the site's form creates the same revision again.
    this.s.db.run(sql`DELETE FROM step_form WHERE form_revisionid = ${form_revisionid}`);
    this.s.db.run(sql`INSERT INTO step_form (form_revisionid, stepid, guideid, current, created_date)
       VALUES (${form_revisionid}, ${stepid}, ${guideid}, 1, ${this.s.now})`);
    for (const [position, { field_revisionid, ...field }] of fields.entries()) {
      this.s.db.run(sql`INSERT
           OR REPLACE INTO step_form_field (field_revisionid, form_revisionid, field_guid, position, body)
         VALUES (${field_revisionid}, ${form_revisionid}, ${field.field_guid}, ${position},
           ${JSON.stringify(field)})`);
    }
  }
}

const isSame = (field: StoredField | NumberedField, other: StepFormField | undefined): boolean =>
  other !== undefined &&
  Object.entries(field).every(([key, value]) => same(other[key as keyof StepFormField], value));
