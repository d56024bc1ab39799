import type { ReadAccess } from '../access.ts';
import { readableWikis } from '../policy/wikis.ts';
import type { StoreReader } from '../store.ts';

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

export const columns =
  'w.wikiid, w.namespace, w.title, w.display_title, w.langid, w.revisionid, w.parent, w.stub, w.private, w.deleted, w.userid, w.modified_date, w.summary';

/** Returns a wiki's row, also of a deleted one, without a check of permissions. */
export const wikiRow = ({ db }: Pick<ReadAccess, 'db'>, wikiid: number): WikiRow | undefined =>
  db.oneSql(`SELECT ${columns} FROM wiki w WHERE w.wikiid = ?`, [wikiid]);

/** Adds `revisionid`, which not every site's lists have: it distinguishes two edits within one second. */
export function composeWikiSummary(row: WikiRow): string {
  return `${row.summary.slice(0, -1)},"revisionid":${row.revisionid},"modified_date":${row.modified_date}}`;
}

interface Condition {
  sql: string;
  parameters: unknown[];
}

/** Returns SQL that holds for one row per page: in `langid`, else in the site's language, else in any other. */
export function inLanguage(langid: string | undefined, site: string): Condition {
  const wanted = langid ?? site;
  return {
    sql: `(w.langid = ? OR NOT EXISTS (
      SELECT 1 FROM wiki o WHERE o.namespace = w.namespace AND o.title = w.title AND o.deleted = 0
      AND (o.langid <> ?, o.langid <> ?, o.wikiid) < (w.langid <> ?, w.langid <> ?, w.wikiid)))`,
    parameters: [wanted, wanted, site, wanted, site],
  };
}

/** Returns the query's SQL from `FROM` on. */
export function wikiListCondition(s: StoreReader, options: WikiListOptions): Condition {
  const variant = inLanguage(options.langid, s.meta.site.langid);
  const readable = readableWikis(s);
  const where = ['w.namespace = ?', readable.sql, variant.sql];
  const parameters: unknown[] = [options.namespace, ...variant.parameters];
  if (!options.includeStubs) where.push('w.stub = 0');
  if (options.modifiedSince !== undefined) {
    where.push('w.modified_date >= ?');
    parameters.push(options.modifiedSince);
  }
  if (options.leaves) {
    where.push('NOT EXISTS (SELECT 1 FROM wiki c WHERE c.parent = w.title AND c.deleted = 0 AND c.stub = 0)');
  }
  const order = options.order ?? 'ASC';
  const by =
    options.modifiedSince === undefined ? ['title_key', 'title', 'wikiid'] : ['revisionid', 'wikiid'];
  parameters.push(options.limit ?? -1, options.offset ?? 0, readable.parameters);
  return {
    sql: `FROM wiki w WHERE ${where.join(' AND ')}
          ORDER BY ${by.map((column) => `w.${column} ${order}`).join(', ')} LIMIT ? OFFSET ?`,
    parameters,
  };
}
