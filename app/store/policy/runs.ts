import { isAdmin, isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import { guideRow } from '../guides/rows.ts';
import type { ReadAccess } from '../access.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import { mayReadGuide, readableGuides } from './guides.ts';

interface Run {
  entryid: number;
  guideid: number;
  status: string;
}

/**
 * Returns whether the viewer may read a run: they have or had it, are an admin, are an author who may read its guide, or
 * may read its guide while the run is suspended. `readableRuns` is the same rule for lists, except for suspended runs,
 * which have a list of their own.
 */
export function mayReadRun(s: ReadAccess, { entryid, guideid, status }: Run, viewer = s.viewer): boolean {
  if (!viewer) return false;
  if (isAdmin(viewer)) return true;
  const had = s.db.one(
    sql`SELECT 1 FROM work_person WHERE userid = ${viewer.userid} AND entryid = ${entryid}`,
  );
  if (had !== undefined) return true;
  if (viewer.role !== 'author' && status !== 'suspended') return false;
  const guide = guideRow(s, guideid);
  return guide !== undefined && mayReadGuide(s, guide, viewer);
}

/** Returns SQL that holds for runs `w` that the viewer may list. */
export function readableRuns({ viewer }: ReadAccess): SqlPart {
  if (isAdmin(viewer)) return sql`1`;
  const had = sql`EXISTS (SELECT 1 FROM work_person p
    WHERE p.userid = ${viewer?.userid ?? null} AND p.entryid = w.entryid)`;
  return viewer?.role === 'author' ? sql`(${had} OR ${ofReadableGuide(viewer)})` : had;
}

/** Returns SQL that holds for runs `w` that the viewer may find by number: those of `readableRuns`, and those offered to everyone. */
export const findableRuns = (s: ReadAccess): SqlPart =>
  sql`(${readableRuns(s)} OR w.status = 'suspended' AND ${ofReadableGuide(s.viewer)})`;

const ofReadableGuide = (viewer: Viewer): SqlPart =>
  sql`EXISTS (SELECT 1 FROM guide g WHERE g.guideid = w.guideid AND ${readableGuides(viewer)})`;

/** Returns whether a person may take a suspended run of a guide over. */
export function mayTakeOver(s: ReadAccess, guideid: number, person: Viewer): boolean {
  const guide = guideRow(s, guideid);
  return person !== null && guide !== undefined && mayReadGuide(s, guide, person);
}

interface Assigned {
  guideid: number;
  userid: number | null;
  assigned_by: number;
}

/**
 * Returns whether the viewer may see an assignment: it is theirs or they made it, they are an admin, or they may read its guide and are an
 * author, or it is assigned to a bench.
 */
export function mayReadAssignment(s: ReadAccess, { guideid, userid, assigned_by }: Assigned): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  if (isAdmin(viewer) || viewer.userid === userid || viewer.userid === assigned_by) return true;
  if (!isLead(viewer) && userid !== null) return false;
  const guide = guideRow(s, guideid);
  return guide !== undefined && mayReadGuide(s, guide);
}
