import { isAdmin } from '../actor.ts';
import type { StoreReader } from '../store.ts';
import { mayReadGuide, readableGuides } from './guides.ts';
import type { Condition } from './guides.ts';

interface Run {
  entryid: number;
  guideid: number;
  status: string;
}

/**
 * A run is for whoever has or had it, for admins, for authors who may read its guide, and while it is suspended for
 * everyone who may. `readableRuns` says the same of a list, but for the suspended ones, which are listed by themselves.
 */
export function mayReadRun(s: StoreReader, { entryid, guideid, status }: Run): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  const had = 'SELECT 1 FROM work_person WHERE userid = ? AND entryid = ?';
  if (isAdmin(viewer) || s.db.oneSql(had, [viewer.userid, entryid]) !== undefined) return true;
  if (viewer.role !== 'author' && status !== 'suspended') return false;
  const guide = s.guides.row(guideid);
  return guide !== undefined && mayReadGuide(s, guide);
}

/** SQL that holds for runs `w` of a lead; a technician's are listed by who had them. */
export function readableRuns({ viewer }: StoreReader): Condition {
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
