import { isAdmin, isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import { guideRow } from '../guides/rows.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadGuide, readableGuides } from './guides.ts';
import type { Condition } from './guides.ts';

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
export function mayReadRun(s: ReadAccess, { entryid, guideid, status }: Run): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  const had = 'SELECT 1 FROM work_person WHERE userid = ? AND entryid = ?';
  if (isAdmin(viewer) || s.db.oneSql(had, [viewer.userid, entryid]) !== undefined) return true;
  if (viewer.role !== 'author' && status !== 'suspended') return false;
  const guide = guideRow(s, guideid);
  return guide !== undefined && mayReadGuide(s, guide);
}

/** Returns SQL that holds for runs `w` that the viewer may list. */
export function readableRuns({ viewer }: ReadAccess): Condition {
  if (isAdmin(viewer)) return { sql: '1', parameters: {} };
  const had = 'EXISTS (SELECT 1 FROM work_person p WHERE p.userid = :reader AND p.entryid = w.entryid)';
  const parameters = { reader: viewer?.userid ?? null };
  if (viewer?.role !== 'author') return { sql: had, parameters };
  const guides = readableGuides(viewer);
  return {
    sql: `(${had}
        OR EXISTS (SELECT 1 FROM guide g WHERE g.guideid = w.guideid AND ${guides.sql}))`,
    parameters: { ...parameters, ...guides.parameters },
  };
}

/** Returns SQL that holds for runs `w` that the viewer may find by number: those of `readableRuns`, and those offered to everyone. */
export function findableRuns(s: ReadAccess): Condition {
  const runs = readableRuns(s);
  const guides = readableGuides(s.viewer);
  return {
    sql: `(${runs.sql} OR w.status = 'suspended'
        AND EXISTS (SELECT 1 FROM guide g WHERE g.guideid = w.guideid AND ${guides.sql}))`,
    parameters: { ...runs.parameters, ...guides.parameters },
  };
}

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
