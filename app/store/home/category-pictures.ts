import type { Image } from '../../../shared/model/image.ts';
import { publicGuidesFor } from '../policy/guides.ts';
import { listOf, sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

/** Categories that are looked into for one picture, so that many empty ones cost little. */
const most = 100;

/**
 * Returns pictures for categories without their own, by title; templated: the picture of a category's first public guide, or else of
 * the first category below it that has a guide. Categories whose guide has no picture are left out.
 */
export function categoryPictures(s: StoreReader, titles: readonly string[]): Map<string, Image> {
  const guides = new Map(titles.map((title) => [title, firstGuide(s, title)]));
  const wanted = [...guides.values()].filter((guideid) => guideid !== undefined);
  const rows = s.db.all(sql<{ guideid: number; image: string }>`SELECT guideid, summary ->> '$.image' AS image
     FROM guide WHERE guideid IN ${listOf(wanted)} AND summary ->> '$.image' IS NOT NULL`);
  const pictures = new Map(rows.map(({ guideid, image }) => [guideid, JSON.parse(image) as Image]));
  return new Map(
    [...guides].flatMap(([title, guideid = 0]) => {
      const picture = pictures.get(guideid);
      return picture ? [[title, picture] as const] : [];
    }),
  );
}

function firstGuide(s: StoreReader, title: string): number | undefined {
  const waiting = [title];
  // A site's data may put categories in a circle.
  const passed = new Set<string>();
  for (let next = waiting.pop(); next !== undefined && passed.size < most; next = waiting.pop()) {
    if (passed.has(next)) continue;
    passed.add(next);
    const guide = s.db.one(sql<{ guideid: number }>`SELECT guideid FROM guide g
       WHERE category = ${next} AND ${publicGuidesFor(s.viewer)} ORDER BY guideid LIMIT 1`);
    if (guide) return guide.guideid;
    const below = s.db.all(sql<{ title: string }>`SELECT DISTINCT title FROM wiki
       WHERE namespace = 'CATEGORY' AND parent = ${next} AND deleted = 0
       ORDER BY title_key DESC, title DESC LIMIT ${most}`);
    waiting.push(...below.map((child) => child.title));
  }
  return undefined;
}
