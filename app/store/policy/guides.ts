import { isAdmin, isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import type { GuideRow } from '../guides/rows.ts';
import type { StoreReader } from '../store.ts';

/** SQL with its parameters, for the `WHERE` of a list. */
export interface Condition {
  sql: string;
  parameters: Record<string, unknown>;
}

/** Public guides, one's own, those one works on, and for admins all. `readableGuides` says the same of a list. */
export function mayReadGuide(s: StoreReader, row: GuideRow, viewer = s.viewer): boolean {
  if (row.deleted) return false;
  if (row.public === 1) return true;
  return (
    viewer !== null && (isAdmin(viewer) || row.userid === viewer.userid || worksOn(s, row.guideid, viewer))
  );
}

/** SQL that holds for guides `g` the viewer may read. */
export function readableGuides(viewer: Viewer): Condition {
  if (isAdmin(viewer)) return { sql: 'g.deleted = 0', parameters: {} };
  if (!viewer) return { sql: 'g.deleted = 0 AND g.public = 1', parameters: {} };
  return {
    sql: `g.deleted = 0 AND (g.public = 1 OR ${ownGuide})`,
    parameters: { viewer: viewer.userid, teams: JSON.stringify(viewer.teams) },
  };
}

/** For a guide that the viewer may read. `editableGuides` says the same of a list. */
export function mayEditGuide(s: StoreReader, row: GuideRow): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  return (
    isLead(viewer) ||
    s.meta.hasForeignRules ||
    row.userid === viewer.userid ||
    worksOn(s, row.guideid, viewer)
  );
}

/** SQL that holds for guides `g` the viewer may edit, of those that they may read. */
export function editableGuides(s: StoreReader): Condition {
  const { viewer } = s;
  if (!viewer) return { sql: '0', parameters: {} };
  if (isLead(viewer) || s.meta.hasForeignRules) return { sql: '1', parameters: {} };
  return { sql: ownGuide, parameters: { viewer: viewer.userid, teams: JSON.stringify(viewer.teams) } };
}

const ownGuide = `(g.userid = :viewer OR EXISTS (
      SELECT 1 FROM collaborator c WHERE c.guideid = g.guideid AND (
        (c.kind = 'user' AND c.id = :viewer) OR (c.kind = 'team' AND c.id IN (SELECT value FROM json_each(:teams))))))`;

/**
 * A step of a guide that the viewer may read. What stands only in its draft is for people who may edit it; so is a step
 * that was deleted, where it may have stood in a draft.
 */
export function mayReadStep(s: StoreReader, guide: GuideRow, stepid: number): boolean {
  if (!mayReadGuide(s, guide)) return false;
  const step = s.db.oneSql<{ shown: number }>('SELECT shown FROM step WHERE stepid = ? AND guideid = ?', [
    stepid,
    guide.guideid,
  ]);
  if (step?.shown === 1 || mayEditGuide(s, guide)) return true;
  if (step) return s.releases.hasStep(guide.guideid, stepid);
  return s.db.oneSql(`SELECT 1 WHERE ${hadDrafts('?')}`, [guide.guideid]) === undefined;
}

/** SQL that holds for a guide with edits that readers have not seen. */
export const hadDrafts = (guideid: string): string =>
  `EXISTS (SELECT 1 FROM guide_revision v WHERE v.guideid = ${guideid} AND v.draft = 1)`;

function worksOn(s: StoreReader, guideid: number, { userid, teams }: NonNullable<Viewer>): boolean {
  return s.db
    .allSql<{ kind: string; id: number }>('SELECT kind, id FROM collaborator WHERE guideid = ?', [guideid])
    .some((one) => (one.kind === 'user' ? one.id === userid : teams.includes(one.id)));
}
