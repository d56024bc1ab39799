import { isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import type { ReadAccess } from '../access.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import { isKeptFrom, keptFrom } from './unsent-edits.ts';

/**
 * Returns whether the viewer may read a page: private ones are for authors, admins and the page's creator.
 * `readableWikis` is the same rule for lists.
 */
export function mayReadWiki(
  s: ReadAccess,
  row: { wikiid: number; private: number; userid: number; deleted?: number },
  viewer = s.viewer,
): boolean {
  if (row.deleted || isKeptFrom(s, 'wiki', row.wikiid, viewer)) return false;
  return row.private === 0 || isLead(viewer) || row.userid === viewer?.userid;
}

/** Returns SQL that holds for wikis `w` the viewer may read. */
export const readableWikis = ({ viewer }: ReadAccess): SqlPart =>
  isLead(viewer)
    ? isShown(viewer)
    : sql`${isShown(viewer)} AND (w.private = 0 OR w.userid = ${viewer?.userid ?? null})`;

/** Returns SQL that holds for wikis `w` that are neither deleted nor kept from the viewer. */
const isShown = (viewer: Viewer): SqlPart =>
  sql`w.deleted = 0 AND w.wikiid NOT IN ${keptFrom('wiki', viewer)}`;

/** Returns whether the viewer may edit a page. Pages about people and teams are for those; pages about the site itself are for leads. */
export function mayEditWiki(
  s: ReadAccess,
  { namespace, title, userid }: { namespace: string; title: string; userid: number },
): boolean {
  const { viewer } = s;
  if (!viewer || isLead(viewer)) return viewer !== null;
  if (s.meta.hasForeignRules) return true;
  if (namespace === 'USER') return title === String(viewer.userid);
  if (namespace === 'TEAM') return viewer.teams.some((teamid) => title === String(teamid));
  return namespace !== 'INFO' && userid === viewer.userid;
}
