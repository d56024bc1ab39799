import { isSelective } from '../selective.ts';
import type { ReadAccess } from '../access.ts';
import { publicGuidesFor, readableGuides } from '../policy/guides.ts';
import { allOf, directions, listOf, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import { guideColumns } from './rows.ts';
import type { GuideRow } from './rows.ts';

export interface GuideListOptions {
  guideids?: number[];
  types?: string[];
  category?: string;
  categories?: readonly string[];
  userid?: number;
  tag?: string;
  order?: 'ASC' | 'DESC';
  offset?: number;
  limit?: number;
  modifiedSince?: number;
  includePrivate?: boolean;
  featured?: boolean;
}

type ListedRow = GuideRow & { username: string | null };

/** Returns rows of guides that the viewer may see, by guideid. */
export function listGuideRows(s: ReadAccess, options: GuideListOptions): ListedRow[] {
  const { guideids, types, modifiedSince: since } = options;
  if (types && types.length > 1) return listedOfTypes(s, types, options);
  const { category, categories, userid, featured, tag, includePrivate = false } = options;
  const { order = 'ASC', limit = -1, offset = 0 } = options;
  const { viewer } = s;
  const isFew =
    since !== undefined &&
    !guideids &&
    !types &&
    isSelective(s.db, sql`guide WHERE deleted = 0 AND modified_date`, since);
  const where: SqlPart[] = [];
  if (guideids) where.push(sql`g.guideid IN ${listOf(guideids)}`);
  if (types) where.push(sql`g.type = ${types[0] ?? ''}`);
  if (since !== undefined) where.push(sql`g.modified_date >= ${since}`);
  if (category !== undefined) where.push(sql`g.category = ${category}`);
  if (categories) where.push(sql`g.category IN ${listOf(categories)}`);
  if (userid !== undefined) where.push(sql`g.userid = ${userid}`);
  if (featured) where.push(sql`g.featured = 1`);
  if (tag !== undefined) {
    where.push(sql`g.guideid IN (SELECT t.id FROM tagged t JOIN tag ON tag.tagid = t.tagid
      WHERE t.kind = 'guide' AND tag.name = ${tag})`);
  }
  where.push(includePrivate ? readableGuides(viewer) : publicGuidesFor(viewer));
  // Without statistics SQLite would read all public guides to find the featured ones.
  const isFeaturedOfAll = featured && category === undefined && !categories;
  const index = isFeaturedOfAll
    ? sql`INDEXED BY guide_featured`
    : isFew
      ? sql`INDEXED BY guide_modified`
      : sql``;
  // The rows before the offset are skipped in an index where one has all columns of the condition.
  return s.db
    .all(sql<ListedRow>`SELECT ${guideColumns}, u.username FROM guide g LEFT JOIN account u ON u.userid = g.userid
     WHERE g.guideid IN (SELECT g.guideid FROM guide g ${index}
       WHERE ${allOf(where)} ORDER BY g.guideid ${directions[order]} LIMIT ${limit} OFFSET ${offset})
     ORDER BY g.guideid ${directions[order]}`);
}

/** Queries each type by its own index, for `offset + limit` rows; the page is then cut from all of them. */
function listedOfTypes(s: ReadAccess, types: readonly string[], options: GuideListOptions): ListedRow[] {
  const { order, limit = 1e9, offset = 0 } = options;
  return [...new Set(types)]
    .flatMap((type) => listGuideRows(s, { ...options, types: [type], offset: 0, limit: offset + limit }))
    .sort((a, b) => (order === 'DESC' ? b.guideid - a.guideid : a.guideid - b.guideid))
    .slice(offset, offset + limit);
}
