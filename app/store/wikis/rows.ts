import type { ReadAccess } from '../access.ts';
import { readableWikis } from '../policy/wikis.ts';
import { allOf, prepared, sql } from '../sql.ts';
import type { SqlPart, Value } from '../sql.ts';

/** The columns that composing needs. */
export interface WikiRow {
  wikiid: number;
  namespace: string;
  title: string;
  display_title: string | null;
  langid: string;
  revisionid: number;
  /** Title of the parent category. */
  parent: string | null;
  stub: number;
  private: number;
  deleted: number;
  userid: number;
  modified_date: number;
  summary: string;
}

export interface WikiListOptions {
  namespace: string;
  order?: 'ASC' | 'DESC';
  offset?: number;
  limit?: number;
  /** UNIX seconds, inclusive; orders by revision. */
  modifiedSince?: number;
  /** The language of pages that have it, otherwise the site's; default: the site's. */
  langid?: string | undefined;
  includeStubs?: boolean;
  /** Only categories without subcategories. */
  leaves?: boolean;
}

export const columns = sql`w.wikiid, w.namespace, w.title, w.display_title, w.langid, w.revisionid, w.parent, w.stub, w.private, w.deleted, w.userid, w.modified_date, w.summary`;

const rowOf = prepared(
  (wikiid: Value<number>) => sql<WikiRow>`SELECT ${columns} FROM wiki w WHERE w.wikiid = ${wikiid}`,
);

/** Returns a wiki's row, also of a deleted one, without a check of permissions. */
export const wikiRow = ({ db }: Pick<ReadAccess, 'db'>, wikiid: number): WikiRow | undefined =>
  db.one(rowOf(wikiid));

/** Adds `revisionid`, which not every site's lists have: it distinguishes two edits within one second. */
export function composeWikiSummary(row: WikiRow): string {
  return `${row.summary.slice(0, -1)},"revisionid":${row.revisionid},"modified_date":${row.modified_date}}`;
}

/** Returns SQL that holds for one row per page: in `langid`, else in the site's language, else in any other. */
export function inLanguage(langid: string | undefined, site: string): SqlPart {
  const wanted = langid ?? site;
  return sql`(w.langid = ${wanted} OR NOT EXISTS (
      SELECT 1 FROM wiki o WHERE o.namespace = w.namespace AND o.title = w.title AND o.deleted = 0
      AND (o.langid <> ${wanted}, o.langid <> ${site}, o.wikiid) < (w.langid <> ${wanted}, w.langid <> ${site}, w.wikiid)))`;
}

/** Returns the query's SQL from `FROM` on. */
export function wikiListCondition(s: ReadAccess, options: WikiListOptions): SqlPart {
  const { namespace, langid, includeStubs, modifiedSince, leaves } = options;
  const { order = 'ASC', limit = -1, offset = 0 } = options;
  const where = [sql`w.namespace = ${namespace}`, readableWikis(s), inLanguage(langid, s.meta.site.langid)];
  if (!includeStubs) where.push(sql`w.stub = 0`);
  if (modifiedSince !== undefined) where.push(sql`w.modified_date >= ${modifiedSince}`);
  if (leaves) {
    where.push(
      sql`NOT EXISTS (SELECT 1 FROM wiki c WHERE c.parent = w.title AND c.deleted = 0 AND c.stub = 0)`,
    );
  }
  const by = modifiedSince === undefined ? ['title_key', 'title', 'wikiid'] : ['revisionid', 'wikiid'];
  const sorted = sql.raw(by.map((column) => `w.${column} ${order}`).join(', '));
  return sql`FROM wiki w WHERE ${allOf(where)} ORDER BY ${sorted} LIMIT ${limit} OFFSET ${offset}`;
}
