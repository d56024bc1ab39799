import { featuredFlags } from '../../content/flags.ts';
import type { ItemBody } from '../media/items.ts';
import type { StoreWriter } from '../store.ts';
import { shownVideos } from '../videos/videos.ts';
import { searchFields, usedImages } from './content.ts';
import { packGuide, storedSummary, unpackGuide } from './document.ts';
import type { GuideDocument } from './document.ts';

export interface PutOptions {
  /** The authority keeps every version, and its own ids above those it is given; a desk leaves both to its site. */
  keepRevision: boolean;
  /** The revision this one was made from. */
  parent?: number | null;
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

/** Makes a document what readers of the guide see, as it is. */
export function putGuide(s: StoreWriter, document: GuideDocument, options: PutOptions): void {
  const { body, userid } = document;
  const { guideid } = body;
  const flags = body.flags.map((flag) => flag.flagid);
  const values = {
    guideid,
    langid: body.langid,
    revisionid: body.revisionid,
    public: body.public ? 1 : 0,
    deleted: 0,
    type: body.type,
    category: body.category,
    subject: body.subject,
    title: body.title,
    difficulty: body.difficulty,
    userid,
    created_date: body.created_date,
    published_date: body.published_date,
    modified_date: body.modified_date,
    featured: flags.some((flag) => featuredFlags.includes(flag)) ? 1 : 0,
    stepcount: document.steps.length,
    summary: storedSummary(document),
    checked_date: options.checked ?? null,
    prereq_modified_date: options.prereqModified ?? null,
  };
  const isNew = s.db.oneSql('SELECT 1 FROM guide WHERE guideid = ?', [guideid]) === undefined;
  s.db.runSql(putSql, [values]);
  const blob = packGuide(document);
  s.db.runSql(
    'INSERT INTO guide_doc (guideid, body) VALUES (?, ?) ON CONFLICT (guideid) DO UPDATE SET body = excluded.body',
    [guideid, blob],
  );
  if (options.keepRevision) {
    s.meta.claimId('guide', guideid);
    keepRevision(s, document, { parent: options.parent ?? null, draft: false, blob });
  }
  putSteps(s, document, isNew);
  putPrerequisites(s, document, isNew);
  if (!options.notesPictures) s.media.setUses('guide', guideid, usedImages(document));
  attachMedia(s, document);
  s.search.put('guide', guideid, searchFields(document));
}

/** Keeps a document as the one edits are made against, beside what readers see. */
export function putDraft(s: StoreWriter, document: GuideDocument): void {
  const { guideid, revisionid, modified_date } = document.body;
  s.db.runSql(
    `INSERT INTO guide_draft (guideid, revisionid, modified_date, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (guideid) DO UPDATE SET
       revisionid = excluded.revisionid, modified_date = excluded.modified_date, body = excluded.body`,
    [guideid, revisionid, modified_date, packGuide(document)],
  );
  for (const guid of usedImages(document)) s.media.use('guide_draft', guideid, guid);
  attachMedia(s, document);
  noteHiddenSteps(s, guideid);
}

export function dropDraft(s: StoreWriter, guideid: number): void {
  s.db.runSql('DELETE FROM guide_draft WHERE guideid = ?', [guideid]);
  noteHiddenSteps(s, guideid);
}

interface Kept {
  parent: number | null;
  draft: boolean;
  /** Made on the site: a desk does not know by whom. */
  remote?: boolean;
  /** It, packed, where the caller has it. */
  blob?: Buffer;
}

/** Keeps a version for the guide's history. */
export function keepRevision(
  s: StoreWriter,
  document: GuideDocument,
  { parent, draft, remote = false, blob = packGuide(document) }: Kept,
): void {
  const { guideid, revisionid, modified_date } = document.body;
  const userid = remote ? null : (s.viewer?.userid ?? document.userid);
  s.meta.claimId('revision', revisionid);
  s.db.runSql(
    `INSERT INTO guide_revision (guideid, revisionid, parent, draft, userid, date, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (guideid, revisionid) DO UPDATE SET body = excluded.body`,
    [guideid, revisionid, parent, draft ? 1 : 0, userid, remote ? modified_date : s.now, blob],
  );
}

/**
 * Gives the steps that stand only in the draft or in a release a row, so that comments and forms on them find their
 * guide; the others that are not shown lose theirs.
 */
export function noteHiddenSteps(s: StoreWriter, guideid: number): void {
  const draft = s.guides.draft(guideid);
  const others = [...(draft ? [unpackGuide(draft)] : []), ...s.releases.documents(guideid)];
  const steps = others.flatMap((document) => document.steps);
  s.db.runSql(
    'DELETE FROM step WHERE guideid = ? AND shown = 0 AND stepid NOT IN (SELECT value FROM json_each(?))',
    [guideid, JSON.stringify(steps.map((step) => step.stepid))],
  );
  for (const { stepid, orderby, revisionid } of steps) {
    s.db.runSql(
      'INSERT INTO step (stepid, guideid, orderby, revisionid, shown) VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING',
      [stepid, guideid, orderby, revisionid],
    );
  }
}

/** Recomputes `prereq_modified_date` of these guides and of all that build on them (fact sheet 12.2). */
export function touchDependents(s: StoreWriter, guideids: readonly number[]): void {
  // Most guides build on none: their date is 0 and stays it.
  const affected = s.db.allSql<{ guideid: number }>(
    `WITH RECURSIVE dependent(guideid) AS (
       SELECT value FROM json_each(?)
       UNION SELECT p.guideid FROM prerequisite p JOIN dependent d ON p.prerequisite = d.guideid
     ) SELECT g.guideid FROM dependent d CROSS JOIN guide g ON g.guideid = d.guideid
       WHERE g.prereq_modified_date <> 0 OR EXISTS (SELECT 1 FROM prerequisite p WHERE p.guideid = g.guideid)`,
    [JSON.stringify(guideids)],
  );
  for (const { guideid } of affected) {
    s.db.runSql(
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

function putSteps(s: StoreWriter, { body: { guideid }, steps }: GuideDocument, isNew: boolean): void {
  if (!isNew) {
    s.db.runSql(
      'UPDATE step SET shown = 0 WHERE guideid = ? AND shown = 1 AND stepid NOT IN (SELECT value FROM json_each(?))',
      [guideid, JSON.stringify(steps.map((step) => step.stepid))],
    );
  }
  for (const step of steps) {
    s.db.runSql(
      `INSERT INTO step (stepid, guideid, orderby, revisionid) VALUES (?, ?, ?, ?) ON CONFLICT (stepid) DO UPDATE SET
         guideid = excluded.guideid, orderby = excluded.orderby, revisionid = excluded.revisionid, shown = 1`,
      [step.stepid, guideid, step.orderby, step.revisionid],
    );
  }
  if (!isNew) noteHiddenSteps(s, guideid);
}

function putPrerequisites(
  s: StoreWriter,
  { body: { guideid }, prerequisites, pinned = [] }: GuideDocument,
  isNew: boolean,
): void {
  if (!isNew) s.db.runSql('DELETE FROM prerequisite WHERE guideid = ?', [guideid]);
  for (const [position, prerequisite] of prerequisites.entries()) {
    const releaseid = pinned.find((pin) => pin.guideid === prerequisite)?.releaseid ?? null;
    s.db.runSql('INSERT INTO prerequisite (guideid, position, prerequisite, releaseid) VALUES (?, ?, ?, ?)', [
      guideid,
      position,
      prerequisite,
      releaseid,
    ]);
  }
}

function attachMedia(s: StoreWriter, document: GuideDocument): void {
  const { guideid, documents, intro_video } = document.body;
  s.documents.attach('guide', guideid, documents);
  const intro = intro_video === null ? [] : [intro_video as ItemBody];
  s.videos.attach('guide', guideid, [...intro, ...shownVideos(document.steps)]);
}
