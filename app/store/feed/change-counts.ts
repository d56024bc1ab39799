import type { ReadAccess } from '../access.ts';
import { readableGuides } from '../policy/guides.ts';
import { readableWikis } from '../policy/wikis.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';

/** Counts resources by kind that changed after a sequence; without a sign-in only those that anyone may read. */
export function changeCounts(s: ReadAccess, sequence: number): Partial<Record<ResourceKind, number>> {
  if (s.viewer === null) return publicCounts(s, sequence);
  return Object.fromEntries(
    s.db
      .all(sql<{ kind: string; n: number }>`SELECT kind, count(*) AS n FROM change_feed
         WHERE sequence > ${sequence} GROUP BY kind`)
      .map((row) => [row.kind, row.n]),
  );
}

function publicCounts(s: ReadAccess, sequence: number): Partial<Record<ResourceKind, number>> {
  const count = (kind: ResourceKind, joined: SqlPart): number =>
    s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM change_feed c CROSS JOIN ${joined}
       AND c.sequence > ${sequence} AND c.kind = ${kind}`)?.n ?? 0;
  return {
    guide: count('guide', sql`guide g WHERE g.guideid = c.id AND ${readableGuides(null)}`),
    wiki: count('wiki', sql`wiki w WHERE w.wikiid = c.id AND ${readableWikis(s)}`),
  };
}
