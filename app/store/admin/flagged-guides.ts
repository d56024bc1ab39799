import type { UsedFlag } from '../../../shared/model/admin.ts';
import { isOpenFlag } from '../../../shared/model/flag.ts';
import { flagsFor, offeredFlags } from '../policy/flags.ts';
import { readableGuides } from '../policy/guides.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

/** Must match the expression of the index exactly. */
const isFlagged = sql`json_array_length(g.summary, '$.flags') > 0`;

/** Returns all flags in display order, each with the number of flagged guides that the viewer may see. */
export function flagsInUse(s: StoreReader): UsedFlag[] {
  const counts = new Map(
    s.db
      .all(sql<{ flagid: string; n: number }>`SELECT f.value AS flagid, count(*) AS n
         FROM guide g, json_each(g.summary, '$.flags') f
         WHERE ${readableGuides(s.viewer)} AND ${isFlagged} GROUP BY f.value`)
      .map(({ flagid, n }) => [flagid, n]),
  );
  const mine = new Set(flagsFor(s.viewer?.role ?? 'technician').map(({ flagid }) => flagid));
  return offeredFlags(counts.keys()).map((flag) => ({
    ...flag,
    open: isOpenFlag(flag.flagid),
    mine: mine.has(flag.flagid),
    guides: counts.get(flag.flagid) ?? 0,
  }));
}

/** Returns the number of guides with a flag that asks for work. */
export function countFlagged(s: StoreReader): number {
  const rows = s.db.all(sql<{ flags: string }>`SELECT g.summary ->> '$.flags' AS flags FROM guide g
     WHERE ${readableGuides(s.viewer)} AND ${isFlagged}`);
  return rows.filter(({ flags }) => (JSON.parse(flags) as string[]).some(isOpenFlag)).length;
}

/** Returns summaries of guides with this flag as templated JSON texts, newest first. */
export function guidesWith(
  s: StoreReader,
  flagid: string,
  { limit, offset }: { limit: number; offset: number },
): string[] {
  return s.db
    .all(sql<{ guideid: number }>`SELECT g.guideid FROM guide g
       WHERE ${readableGuides(s.viewer)} AND ${isFlagged}
         AND EXISTS (SELECT 1 FROM json_each(g.summary, '$.flags') f WHERE f.value = ${flagid})
       ORDER BY g.guideid DESC LIMIT ${limit} OFFSET ${offset}`)
    .flatMap(({ guideid }) => {
      const row = s.guides.row(guideid);
      return row ? s.guides.summaryOf(row) : [];
    });
}
