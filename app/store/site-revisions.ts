import { sql } from './sql.ts';
import type { SqlPart } from './sql.ts';
import type { ReadAccess, WriteAccess } from './access.ts';

export interface Versioned {
  kind: 'guide' | 'wiki';
  id: number;
}

/** An edit made here: its versions have its author and its time. */
interface MakingEdit {
  userid: number;
  wallClock: number;
}

/**
 * Records the site's revisionid of an edit made here, on all versions that the edit made: first and at each replay.
 */
export function noteSiteRevision(
  s: WriteAccess,
  { kind, id }: Versioned,
  edit: MakingEdit,
  revisionid: number,
): void {
  s.db.run(sql`UPDATE ${sql.raw(kind)}_revision SET site_revisionid = ${revisionid}
     WHERE ${madeIn({ kind, id }, edit)}`);
}

/** Desk: removes the site's versions above a revisionid from the history, also as what an edit made here became: a restored hub gives their numbers again. */
export function forgetVersionsAbove(s: WriteAccess, revisionid: number): void {
  for (const table of [sql.raw('guide_revision'), sql.raw('wiki_revision')]) {
    s.db.run(sql`DELETE FROM ${table} WHERE revisionid > ${revisionid}`);
    s.db.run(sql`UPDATE ${table} SET site_revisionid = NULL WHERE site_revisionid > ${revisionid}`);
  }
}

/** Desk: removes a document's versions of the site above a revisionid from the history. */
export function forgetVersionsOf(s: WriteAccess, { kind, id }: Versioned, revisionid: number): void {
  s.db.run(sql`DELETE FROM ${sql.raw(kind)}_revision
     WHERE ${sql.raw(kind)}id = ${id} AND revisionid > ${revisionid}`);
}

/** Returns SQL for the versions that an edit made here. */
const madeIn = ({ kind, id }: Versioned, { userid, wallClock }: MakingEdit): SqlPart =>
  sql`${sql.raw(kind)}id = ${id} AND revisionid < 0 AND userid = ${userid} AND date = ${wallClock}`;

/** Returns the version that an edit made here has changed; `undefined` if it made none. */
export const parentOf = (s: ReadAccess, document: Versioned, edit: MakingEdit): number | undefined =>
  s.db.one(sql<{ parent: number }>`SELECT parent FROM ${sql.raw(document.kind)}_revision
     WHERE ${madeIn(document, edit)} AND parent IS NOT NULL ORDER BY revisionid LIMIT 1`)?.parent;

/**
 * Returns SQL for the userid that made a version of the site at this desk, because the site does not name the authors of
 * versions; `number` is SQL for the revisionid.
 */
export const madeBy = ({ kind, id }: Versioned, number: SqlPart): SqlPart =>
  sql`(SELECT m.userid FROM ${sql.raw(kind)}_revision m
    WHERE m.${sql.raw(kind)}id = ${id} AND m.site_revisionid = ${number} LIMIT 1)`;

/** Returns the guide of a version made here. */
export const guideOfVersion = (s: ReadAccess, revisionid: number): number | undefined =>
  s.db.one(sql<{ guideid: number }>`SELECT guideid FROM guide_revision
     WHERE revisionid = ${revisionid}`)?.guideid;

/** Returns the site's revisionid of a version made here; `undefined` if the site has none. */
export const siteRevision = (
  s: ReadAccess,
  { kind, id }: Versioned,
  revisionid: number,
): number | undefined =>
  s.db.one(sql<{ revisionid: number }>`SELECT site_revisionid AS revisionid FROM ${sql.raw(kind)}_revision
     WHERE ${sql.raw(kind)}id = ${id} AND revisionid = ${revisionid} AND site_revisionid IS NOT NULL`)
    ?.revisionid;

/** Returns the site's revisionid of a guide's version made here, or of its newest ancestor that the site has. */
export const siteRevisionUpTo = (s: ReadAccess, revisionid: number): number | undefined =>
  s.db.one(sql<{
    revisionid: number;
  }>`WITH RECURSIVE past (guideid, revisionid, site_revisionid, parent, age) AS (
       SELECT guideid, revisionid, site_revisionid, parent, 0 FROM guide_revision
       WHERE revisionid = ${revisionid}
       UNION ALL SELECT r.guideid, r.revisionid, r.site_revisionid, r.parent, age + 1
       FROM past JOIN guide_revision r ON r.guideid = past.guideid AND r.revisionid = past.parent
       WHERE past.revisionid < 0 AND past.site_revisionid IS NULL)
     SELECT coalesce(site_revisionid, revisionid) AS revisionid FROM past
     WHERE revisionid > 0 OR site_revisionid IS NOT NULL ORDER BY age LIMIT 1`)?.revisionid;
