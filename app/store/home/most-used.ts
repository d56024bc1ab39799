import type { Db } from '../database.ts';
import { sql } from '../sql.ts';
import type { ReadAccess } from '../access.ts';

const daySeconds = 86_400;
/** Days of views that count. Older views are left out, so that the list shows the guides in use now. */
const days = 60;
/** Guides that are kept: more than are shown, because a viewer may not see all. */
const kept = 50;
/** Milliseconds for which the list is cached: counting reads every view of these days. */
const keptForMs = 5 * 60_000;

const lists = new WeakMap<Db, { at: number; guides: { guideid: number }[] }>();

/** Returns the guides that people opened most in the last weeks, most opened first, also those that the viewer may not see. */
export function mostUsed(s: ReadAccess): { guideid: number }[] {
  const last = lists.get(s.db);
  if (last && performance.now() - last.at < keptForMs) return last.guides;
  const guides = s.db.all(sql<{ guideid: number }>`SELECT CAST(docid AS INTEGER) AS guideid FROM view
     WHERE doc_type = 'GUIDE' AND date > ${s.now - days * daySeconds}
     GROUP BY docid HAVING count(*) > 1 ORDER BY count(*) DESC, docid LIMIT ${kept}`);
  lists.set(s.db, { at: performance.now(), guides });
  return guides;
}
