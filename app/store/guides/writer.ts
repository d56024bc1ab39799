import { conflict, invalid, notFound } from '../../../shared/errors.ts';
import { featuredFlags } from '../../content/flags.ts';
import { sqlite } from '../database.ts';
import type { StoreWriter } from '../store.ts';
import {
  applyFields,
  insertStep,
  newDocument,
  patchStep,
  removeStep,
  reorderSteps,
  searchFields,
  usedImages,
} from './content.ts';
import type { GuideFields, StepFields } from './content.ts';
import { packGuide, storedSummary } from './document.ts';
import type { GuideDocument } from './document.ts';
import { GuideReader } from './reader.ts';
import type { GuideRow } from './reader.ts';

interface PutOptions {
  keepRevision: boolean;
  /** When the site was last seen to have this version. */
  checked?: number;
  prereqModified?: number;
  /** The caller notes the pictures (`media/notes.ts`); otherwise they are listed at once. */
  notesPictures?: boolean;
}

const putColumns = [
  'langid',
  'revisionid',
  'public',
  'deleted',
  'type',
  'category',
  'subject',
  'title',
  'difficulty',
  'userid',
  'created_date',
  'published_date',
  'modified_date',
  'featured',
  'stepcount',
  'summary',
  'checked_date',
];

/** Too hot to be built each time. */
const putSql = `INSERT INTO guide (guideid, ${putColumns.join(', ')}, prereq_modified_date)
  VALUES (:guideid, ${putColumns.map((column) => `:${column}`).join(', ')}, coalesce(:prereq_modified_date, 0))
  ON CONFLICT (guideid) DO UPDATE SET ${putColumns.map((column) => `${column} = excluded.${column}`).join(', ')},
  prereq_modified_date = coalesce(:prereq_modified_date, prereq_modified_date)`;

/** Edits guides as the viewer; every change makes a revision and a change in the feed. */
export class GuideWriter extends GuideReader {
  declare protected readonly s: StoreWriter;

  create(fields: GuideFields & { category: string; type: string }): number {
    const guideid = this.s.meta.nextId('guide');
    const document = newDocument(this.s, guideid, fields);
    this.checkPrerequisites(guideid, document.prerequisites);
    this.save(document);
    return guideid;
  }

  /** An edit that changes nothing makes no revision (fact sheet 1.9). */
  update(guideid: number, revisionid: number, fields: GuideFields): void {
    this.edit(guideid, revisionid, (document) => {
      applyFields(this.s, document, fields);
      this.checkPrerequisites(guideid, document.prerequisites);
    });
  }

  publish(guideid: number, revisionid: number, visible: boolean): void {
    this.edit(guideid, revisionid, (document) => applyFields(this.s, document, { public: visible }));
  }

  delete(guideid: number, revisionid: number): void {
    const row = this.requireEditable(guideid);
    this.checkRevision(row, revisionid);
    this.s.db.run(
      sqlite
        .updateTable('guide')
        .set({ deleted: 1, modified_date: this.s.now, revisionid: this.s.meta.nextId('revision') })
        .where('guideid', '=', guideid),
    );
    this.s.search.remove('guide', guideid);
    this.s.feed.record('guide', guideid, true);
    this.touchDependents([guideid]);
  }

  addStep(guideid: number, revisionid: number | undefined, orderby: number, fields: StepFields): void {
    this.edit(guideid, revisionid, (document) => insertStep(this.s, document, orderby, fields));
  }

  updateStep(guideid: number, stepid: number, revisionid: number, fields: StepFields): void {
    this.requireStep(guideid, stepid, revisionid);
    this.edit(guideid, undefined, (document) => patchStep(this.s, document, stepid, fields));
  }

  deleteStep(guideid: number, stepid: number, revisionid: number): void {
    this.requireStep(guideid, stepid, revisionid);
    this.edit(guideid, undefined, (document) => removeStep(document, stepid));
  }

  reorder(guideid: number, revisionid: number, stepids: number[]): void {
    this.edit(guideid, revisionid, (document) => reorderSteps(document, stepids));
  }

  /**
   * Stores a document as it is: a fixture, an import, or a version of the site. `keepRevision` is for the authority,
   * which keeps its own ids above those it is given; a desk leaves history and ids to its site.
   */
  put(document: GuideDocument, options: PutOptions): void {
    const { body, userid } = document;
    const flags = body.flags.map((flag) => flag.flagid);
    const values = {
      guideid: body.guideid,
      langid: body.langid,
      revisionid: body.revisionid,
      public: body.public ? (1 as const) : (0 as const),
      deleted: 0 as const,
      type: body.type,
      category: body.category,
      subject: body.subject,
      title: body.title,
      difficulty: body.difficulty,
      userid,
      created_date: body.created_date,
      published_date: body.published_date,
      modified_date: body.modified_date,
      featured: flags.some((flag) => featuredFlags.includes(flag)) ? (1 as const) : (0 as const),
      stepcount: document.steps.length,
      summary: storedSummary(document),
      checked_date: options.checked ?? null,
      prereq_modified_date: options.prereqModified ?? null,
    };
    const isNew = this.s.db.oneSql('SELECT 1 FROM guide WHERE guideid = ?', [body.guideid]) === undefined;
    this.s.db.runSql(putSql, [values]);
    if (options.keepRevision) {
      this.s.meta.claimId('guide', body.guideid);
      this.s.meta.claimId('revision', body.revisionid);
    }
    const blob = packGuide(document);
    this.s.db.runSql(
      'INSERT INTO guide_doc (guideid, body) VALUES (?, ?) ON CONFLICT (guideid) DO UPDATE SET body = excluded.body',
      [body.guideid, blob],
    );
    if (options.keepRevision) {
      this.s.db.runSql(
        'INSERT INTO guide_revision (guideid, revisionid, userid, date, body) VALUES (?, ?, ?, ?, ?)' +
          ' ON CONFLICT (guideid, revisionid) DO UPDATE SET body = excluded.body',
        [body.guideid, body.revisionid, this.s.viewer?.userid ?? userid, this.s.now, blob],
      );
    }
    this.putSteps(document, isNew);
    this.putPrerequisites(document, isNew);
    if (!options.notesPictures) this.s.media.setUses('guide', body.guideid, usedImages(document));
    this.s.search.put('guide', body.guideid, searchFields(document));
  }

  /** Recomputes `prereq_modified_date` of these guides and of all that build on them (fact sheet 12.2). */
  touchDependents(guideids: number[]): void {
    // Most guides build on none: their date is 0 and stays it.
    const affected = this.s.db.allSql<{ guideid: number }>(
      `WITH RECURSIVE dependent(guideid) AS (
         SELECT value FROM json_each(?)
         UNION SELECT p.guideid FROM prerequisite p JOIN dependent d ON p.prerequisite = d.guideid
       ) SELECT g.guideid FROM dependent d CROSS JOIN guide g ON g.guideid = d.guideid
         WHERE g.prereq_modified_date <> 0 OR EXISTS (SELECT 1 FROM prerequisite p WHERE p.guideid = g.guideid)`,
      [JSON.stringify(guideids)],
    );
    for (const { guideid } of affected) {
      this.s.db.runSql(
        // CROSS JOIN keeps the planner from walking all guides.
        `UPDATE guide SET prereq_modified_date = coalesce((
           WITH RECURSIVE needed(guideid) AS (
             SELECT prerequisite FROM prerequisite WHERE guideid = :guideid
             UNION SELECT p.prerequisite FROM prerequisite p JOIN needed n ON p.guideid = n.guideid
           ) SELECT max(g.modified_date) FROM needed n CROSS JOIN guide g ON g.guideid = n.guideid
             WHERE g.deleted = 0 AND g.public = 1 AND g.guideid <> :guideid), 0) WHERE guideid = :guideid`,
        [{ guideid }],
      );
    }
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
    this.s.media.setUses('guide', guideid, []);
    this.s.db.runSql('DELETE FROM comment WHERE guideid = ?', [guideid]);
    this.s.db.runSql('DELETE FROM guide WHERE guideid = ?', [guideid]);
    this.touchDependents([guideid]);
  }

  /** Answers' own JSON for a 409. */
  current(row: GuideRow): unknown {
    return JSON.parse(this.answer(row, { prerequisiteSteps: false }));
  }

  private edit(
    guideid: number,
    revisionid: number | undefined,
    change: (document: GuideDocument) => void,
  ): void {
    const row = this.requireEditable(guideid);
    if (revisionid !== undefined) this.checkRevision(row, revisionid);
    const document = this.document(guideid);
    const before = JSON.stringify(document);
    change(document);
    if (JSON.stringify(document) !== before) this.save(document);
  }

  private save(document: GuideDocument): void {
    const { body } = document;
    body.revisionid = this.s.meta.nextId('revision');
    body.modified_date = Math.floor(this.s.now);
    for (const [index, step] of document.steps.entries()) {
      step.orderby = index + 1;
      if (step.revisionid === 0) step.revisionid = body.revisionid;
    }
    this.put(document, { keepRevision: true });
    this.s.feed.record('guide', body.guideid);
    this.touchDependents([body.guideid]);
  }

  private checkRevision(row: GuideRow, revisionid: number): void {
    if (row.revisionid !== revisionid) throw conflict(this.current(row));
  }

  private requireStep(guideid: number, stepid: number, revisionid: number): void {
    this.requireEditable(guideid);
    const owner = this.stepOwner(stepid);
    if (owner?.guideid !== guideid) throw notFound('Step');
    if (owner.revisionid !== revisionid) {
      throw conflict(this.requireStepOf(guideid, stepid));
    }
  }

  private putSteps({ body: { guideid }, steps }: GuideDocument, isNew: boolean): void {
    if (!isNew) {
      this.s.db.runSql(
        'DELETE FROM step WHERE guideid = ? AND stepid NOT IN (SELECT value FROM json_each(?))',
        [guideid, JSON.stringify(steps.map((step) => step.stepid))],
      );
    }
    for (const step of steps) {
      this.s.db.runSql(
        'INSERT INTO step (stepid, guideid, orderby, revisionid) VALUES (?, ?, ?, ?)' +
          ' ON CONFLICT (stepid) DO UPDATE SET guideid = excluded.guideid, orderby = excluded.orderby, revisionid = excluded.revisionid',
        [step.stepid, guideid, step.orderby, step.revisionid],
      );
    }
  }

  private putPrerequisites({ body: { guideid }, prerequisites }: GuideDocument, isNew: boolean): void {
    if (!isNew) this.s.db.runSql('DELETE FROM prerequisite WHERE guideid = ?', [guideid]);
    for (const [position, prerequisite] of prerequisites.entries()) {
      this.s.db.runSql('INSERT INTO prerequisite (guideid, position, prerequisite) VALUES (?, ?, ?)', [
        guideid,
        position,
        prerequisite,
      ]);
    }
  }

  private checkPrerequisites(guideid: number, prerequisites: number[]): void {
    for (const prerequisite of prerequisites) {
      const row = this.row(prerequisite);
      if (!row || row.deleted) throw invalid('prerequisites', `There is no guide ${prerequisite}.`);
      const needed = [prerequisite, ...this.allPrerequisites(prerequisite).map((p) => p.guideid)];
      if (needed.includes(guideid)) {
        throw invalid(
          'prerequisites',
          `Guide ${prerequisite} already needs this guide: prerequisites may not form a circle.`,
        );
      }
    }
  }
}
