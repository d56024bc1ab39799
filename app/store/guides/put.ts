import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { outlineOf } from './outline.ts';
import { guideImages, packGuide } from './document.ts';
import type { GuideDocument } from './document.ts';
import { attachments, prepareGuide } from './prepared.ts';
import type { PreparedGuide } from './prepared.ts';

export interface PutOptions {
  /** True on the site itself: it keeps every version and gives ids above those stored. A desk leaves both to its site. */
  keepRevision: boolean;
  /** The revision this one was made from. */
  parent?: number | null;
  /** As in `Kept`. */
  byReader?: boolean;
  /** When the site was last seen to have this version, UNIX seconds. */
  checked?: number;
  prereqModified?: number;
  /** True if the caller notes the pictures (`media/picture-notes.ts`); otherwise they are listed at once. */
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
] as const;

const columnList = sql.raw(putColumns.join(', '));

type StoredGuide = StoredRow<'guide', (typeof putColumns)[number]> & { body: Buffer | null };

/** Stores a document as the readers' version. */
export function putGuide(s: StoreWriter, document: GuideDocument, options: PutOptions): void {
  const { guideid } = document.body;
  const ready = prepareGuide(document);
  putPrepared(s, ready, options);
  if (!options.keepRevision) return;
  s.meta.claimId('guide', guideid);
  const { parent = null, byReader = false } = options;
  keepRevision(s, document, { parent, draft: false, byReader, packed: ready.packed });
}

/** @returns whether the guide was not here before */
export function putPrepared(
  s: StoreWriter,
  { row, packed, steps, prerequisites, documents, videos, images, texts }: PreparedGuide,
  { checked, prereqModified, notesPictures = false }: Omit<PutOptions, 'keepRevision'>,
): boolean {
  const { guideid } = row;
  const stored = s.db.one(sql<StoredGuide>`SELECT ${columnList}, d.body
     FROM guide g LEFT JOIN guide_doc d USING (guideid) WHERE g.guideid = ${guideid}`);
  if (!notesPictures) s.media.setUses('guide', guideid, images);
  // Everything stored below comes from the document. An edit's result arrives once more when the site is read.
  if (stored?.deleted === 0 && stored.body?.equals(packed)) {
    s.db.run(sql`UPDATE guide
       SET checked_date = ${checked ?? null}, prereq_modified_date =
         coalesce(${prereqModified ?? null}, prereq_modified_date)
       WHERE guideid = ${guideid}`);
    return false;
  }
  const isNew = stored === undefined;
  const values = { ...row, checked_date: checked ?? null };
  if (isNew) {
    s.db.run(sql`INSERT INTO guide (guideid, ${columnList}, prereq_modified_date)
       VALUES (${guideid}, ${sql.join(putColumns.map((column) => values[column]))}, ${prereqModified ?? 0})`);
  } else {
    // A column that is named is written to its indexes, also when its value stays.
    const changes = putColumns
      .filter((column) => values[column] !== stored[column])
      .map((column) => sql`${sql.raw(column)} = ${values[column]}`);
    s.db.run(
      sql`UPDATE guide SET ${sql.join([
        ...changes,
        sql`prereq_modified_date = coalesce(${prereqModified ?? null}, prereq_modified_date)`,
      ])} WHERE guideid = ${guideid}`,
    );
  }
  s.db.run(sql`INSERT INTO guide_doc (guideid, body) VALUES (${guideid}, ${packed})
     ON CONFLICT (guideid) DO UPDATE SET body = excluded.body`);
  putSteps(s, guideid, steps, isNew);
  putPrerequisites(s, guideid, prerequisites, isNew);
  s.documents.attach('guide', guideid, documents);
  s.videos.attach('guide', guideid, videos);
  s.search.put('guide', guideid, texts);
  return isNew;
}

/** Stores a document as the draft, which edits are made against, beside the readers' version. */
export function writeDraftRows(s: StoreWriter, document: GuideDocument): void {
  const { guideid, revisionid, modified_date } = document.body;
  s.db.run(sql`INSERT INTO guide_draft (guideid, revisionid, modified_date, body)
     VALUES (${guideid}, ${revisionid}, ${modified_date}, ${packGuide(document)})
     ON CONFLICT (guideid) DO UPDATE SET
       revisionid = excluded.revisionid, modified_date = excluded.modified_date, body = excluded.body`);
  for (const guid of guideImages(document)) s.media.use('guide_draft', guideid, guid);
  attachMedia(s, document);
  noteHiddenSteps(s, guideid);
}

export function dropDraft(s: StoreWriter, guideid: number): void {
  s.db.run(sql`DELETE FROM guide_draft WHERE guideid = ${guideid}`);
  noteHiddenSteps(s, guideid);
}

interface Kept {
  parent: number | null;
  draft: boolean;
  /** Made on the site: a desk does not know its author. */
  remote?: boolean;
  /** Made by a reader who may not edit the guide: it has no author, so that the reader does not count as an author of the texts. */
  byReader?: boolean;
  /** The packed document, if the caller has it. */
  packed?: Uint8Array;
}

export function keepRevision(
  s: StoreWriter,
  document: GuideDocument,
  { parent, draft, remote = false, byReader = false, packed = packGuide(document) }: Kept,
): void {
  const { guideid, revisionid, modified_date } = document.body;
  const userid = remote || byReader ? null : (s.viewer?.userid ?? document.userid);
  s.meta.claimId('revision', revisionid);
  s.db.run(sql`INSERT INTO guide_revision (guideid, revisionid, parent, draft, userid, date, body)
     VALUES (${guideid}, ${revisionid}, ${parent}, ${draft ? 1 : 0}, ${userid},
       ${remote ? modified_date : s.now}, ${packed})
     ON CONFLICT (guideid, revisionid) DO UPDATE SET body = excluded.body`);
}

/**
 * Stores a row for each step that is only in the draft or in a release, so that comments and forms on it find their
 * guide. Its position is that of the draft, else of the newest release. Rows of other hidden steps are removed.
 */
export function noteHiddenSteps(
  s: StoreWriter,
  guideid: number,
  released = s.releases.outlines(guideid),
): void {
  const draft = s.guides.draft(guideid);
  const others = [...released, ...(draft ? [outlineOf(draft)] : [])];
  const steps = others.flatMap((outline) => outline.steps);
  s.db.run(sql`DELETE FROM step
     WHERE guideid = ${guideid} AND shown = 0 AND stepid NOT IN ${listOf(steps.map((step) => step.stepid))}`);
  for (const { stepid, orderby, revisionid } of steps) {
    s.db.run(sql`INSERT INTO step (stepid, guideid, orderby, revisionid, shown)
       VALUES (${stepid}, ${guideid}, ${orderby}, ${revisionid}, 0)
       ON CONFLICT (stepid) DO UPDATE SET orderby = excluded.orderby, revisionid = excluded.revisionid
       WHERE shown = 0`);
  }
}

/** Recomputes `prereq_modified_date` of these guides and of all guides that build on them (CONTRACT 4.14). */
export function touchDependents(s: StoreWriter, guideids: readonly number[]): void {
  // Most guides have no prerequisites: their date stays 0.
  const affected = s.db.all(sql<{ guideid: number }>`WITH RECURSIVE dependent(guideid) AS (
       SELECT value FROM json_each(${JSON.stringify(guideids)})
       UNION SELECT p.guideid FROM prerequisite p JOIN dependent d ON p.prerequisite = d.guideid
     ) SELECT g.guideid FROM dependent d CROSS JOIN guide g ON g.guideid = d.guideid
       WHERE g.prereq_modified_date <> 0 OR
         EXISTS (SELECT 1 FROM prerequisite p WHERE p.guideid = g.guideid)`);
  for (const { guideid } of affected) {
    s.db.run(sql`UPDATE guide SET prereq_modified_date = coalesce((
       WITH RECURSIVE needed(guideid) AS (
         SELECT prerequisite FROM prerequisite WHERE guideid = ${guideid}
         UNION SELECT p.prerequisite FROM needed n
           CROSS JOIN guide g ON g.guideid = n.guideid AND g.deleted = 0
           CROSS JOIN prerequisite p ON p.guideid = n.guideid
       ) SELECT max(g.modified_date) FROM needed n CROSS JOIN guide g ON g.guideid = n.guideid
         WHERE g.deleted = 0 AND g.public = 1 AND g.guideid <> ${guideid}), 0) WHERE guideid = ${guideid}`);
  }
}

function putSteps(s: StoreWriter, guideid: number, steps: PreparedGuide['steps'], isNew: boolean): void {
  const rows = isNew
    ? []
    : s.db.all(sql<StoredRow<'step', 'stepid' | 'orderby' | 'revisionid'>>`SELECT stepid, orderby, revisionid
         FROM step WHERE guideid = ${guideid} AND shown = 1`);
  const left = new Map(rows.map((row) => [row.stepid, row]));
  for (const { stepid, orderby, revisionid } of steps) {
    const known = left.get(stepid);
    left.delete(stepid);
    if (known?.orderby === orderby && known.revisionid === revisionid) continue;
    s.db.run(sql`INSERT INTO step (stepid, guideid, orderby, revisionid)
       VALUES (${stepid}, ${guideid}, ${orderby}, ${revisionid})
       ON CONFLICT (stepid) DO UPDATE SET
       guideid = excluded.guideid, orderby = excluded.orderby, revisionid = excluded.revisionid, shown = 1`);
  }
  if (left.size > 0)
    s.db.run(
      sql`UPDATE step SET shown = 0 WHERE guideid = ${guideid} AND stepid IN ${listOf([...left.keys()])}`,
    );
  if (!isNew) noteHiddenSteps(s, guideid);
}

function putPrerequisites(
  s: StoreWriter,
  guideid: number,
  prerequisites: PreparedGuide['prerequisites'],
  isNew: boolean,
): void {
  if (!isNew) s.db.run(sql`DELETE FROM prerequisite WHERE guideid = ${guideid}`);
  for (const [position, { prerequisite, releaseid }] of prerequisites.entries()) {
    s.db.run(sql`INSERT INTO prerequisite (guideid, position, prerequisite, releaseid)
       VALUES (${guideid}, ${position}, ${prerequisite}, ${releaseid})`);
  }
}

function attachMedia(s: StoreWriter, document: GuideDocument): void {
  const { documents, videos } = attachments(document);
  s.documents.attach('guide_draft', document.body.guideid, documents);
  s.videos.attach('guide_draft', document.body.guideid, videos);
}
