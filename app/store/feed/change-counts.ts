import type { ReadAccess } from '../access.ts';
import { readableGuides } from '../policy/guides.ts';
import { readableWikis } from '../policy/wikis.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import { sql } from '../sql.ts';

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
  const count = (from: string, parameters: Record<string, unknown>): number =>
    s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM change_feed c ${from}`, [
      { ...parameters, sequence },
    ])?.n ?? 0;
  const [guides, wikis] = [readableGuides(null), readableWikis(s)];
  return {
    guide: count(
      `CROSS JOIN guide g ON g.guideid = c.id WHERE c.sequence > :sequence AND c.kind = 'guide' AND ${guides.sql}`,
      guides.parameters,
    ),
    wiki: count(
      `CROSS JOIN wiki w ON w.wikiid = c.id WHERE c.sequence > :sequence AND c.kind = 'wiki' AND ${wikis.sql}`,
      wikis.parameters,
    ),
  };
}
