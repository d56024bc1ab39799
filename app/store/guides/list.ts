import { isAdmin } from '../actor.ts';
import { isSelective } from '../selective.ts';
import type { ReadAccess } from '../access.ts';
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
  const where = ['g.deleted = 0'];
  const parameters: unknown[] = [];
  let index = '';
  if (guideids) {
    where.push('g.guideid IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(guideids));
  }
  if (types) {
    where.push('g.type = ?');
    parameters.push(types[0] ?? '');
  }
  if (since !== undefined) {
    where.push('g.modified_date >= ?');
    parameters.push(since);
    if (!guideids && !types && isSelective(s.db, 'guide WHERE deleted = 0 AND modified_date', since))
      index = 'INDEXED BY guide_modified';
  }
  if (options.category !== undefined) {
    where.push('g.category = ?');
    parameters.push(options.category);
  }
  if (options.categories) {
    where.push('g.category IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(options.categories));
  }
  if (options.userid !== undefined) {
    where.push('g.userid = ?');
    parameters.push(options.userid);
  }
  if (options.featured) where.push('g.featured = 1');
  if (options.tag !== undefined) {
    where.push(
      "g.guideid IN (SELECT t.id FROM tagged t JOIN tag ON tag.tagid = t.tagid WHERE t.kind = 'guide' AND tag.name = ?)",
    );
    parameters.push(options.tag);
  }
  if (!(options.includePrivate && isAdmin(s.viewer))) {
    if (options.includePrivate && s.viewer) {
      where.push('(g.public = 1 OR g.userid = ?)');
      parameters.push(s.viewer.userid);
    } else where.push('g.public = 1');
  }
  parameters.push(options.limit ?? -1, options.offset ?? 0);
  return s.db.allSql<ListedRow>(
    `SELECT ${guideColumns}, u.username FROM guide g ${index} LEFT JOIN account u ON u.userid = g.userid
     WHERE ${where.join(' AND ')} ORDER BY g.guideid ${options.order === 'DESC' ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
    parameters,
  );
}

/** Queries each type by its own index, for `offset + limit` rows; the page is then cut from all of them. */
function listedOfTypes(s: ReadAccess, types: readonly string[], options: GuideListOptions): ListedRow[] {
  const { order, limit = 1e9, offset = 0 } = options;
  return [...new Set(types)]
    .flatMap((type) => listGuideRows(s, { ...options, types: [type], offset: 0, limit: offset + limit }))
    .sort((a, b) => (order === 'DESC' ? b.guideid - a.guideid : a.guideid - b.guideid))
    .slice(offset, offset + limit);
}
