import { isLead } from '../actor.ts';
import type { StoreReader } from '../store.ts';
import type { WikiRow } from '../wikis/rows.ts';
import type { Condition } from './guides.ts';

/** Private pages are for authors, admins and who made them. `readableWikis` says the same of a list. */
export function mayReadWiki(
  s: StoreReader,
  row: Pick<WikiRow, 'private' | 'userid'> & { deleted?: number },
  viewer = s.viewer,
): boolean {
  return !row.deleted && (row.private === 0 || isLead(viewer) || row.userid === viewer?.userid);
}

/** SQL that holds for wikis `w` the viewer may read. */
export function readableWikis({ viewer }: StoreReader): Condition {
  if (isLead(viewer)) return { sql: 'w.deleted = 0', parameters: {} };
  return {
    sql: 'w.deleted = 0 AND (w.private = 0 OR w.userid = :reader)',
    parameters: { reader: viewer?.userid ?? null },
  };
}

/** Pages about people and teams are theirs; what the site says of itself is for its editors. */
export function mayEditWiki(
  s: StoreReader,
  { namespace, title, userid }: Pick<WikiRow, 'namespace' | 'title' | 'userid'>,
): boolean {
  const { viewer } = s;
  if (!viewer || isLead(viewer)) return viewer !== null;
  if (s.meta.hasForeignRules) return true;
  if (namespace === 'USER') return title === String(viewer.userid);
  if (namespace === 'TEAM') return viewer.teams.some((teamid) => title === String(teamid));
  return namespace !== 'INFO' && userid === viewer.userid;
}
