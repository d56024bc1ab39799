import { isAdmin } from '../actor.ts';
import type { Viewer } from '../actor.ts';

/** SQL that holds for guides `g` the viewer may see; `GuideReader.isVisible` says the same of one row. */
export function visibleGuides(viewer: Viewer): { sql: string; parameters: Record<string, unknown> } {
  if (isAdmin(viewer)) return { sql: 'g.deleted = 0', parameters: {} };
  if (!viewer) return { sql: 'g.deleted = 0 AND g.public = 1', parameters: {} };
  return {
    sql: `g.deleted = 0 AND (g.public = 1 OR g.userid = :viewer OR EXISTS (
      SELECT 1 FROM collaborator c WHERE c.guideid = g.guideid AND (
        (c.kind = 'user' AND c.id = :viewer) OR (c.kind = 'team' AND c.id IN (SELECT value FROM json_each(:teams))))))`,
    parameters: { viewer: viewer.userid, teams: JSON.stringify(viewer.teams) },
  };
}
