import { AppError, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { parseWiki } from '../../../shared/wiki/parse.ts';
import { renderDoc, renderText } from '../rendering.ts';
import { unpack } from '../compress.ts';
import { publicGuidesFor } from '../policy/guides.ts';
import { mayEditWiki, mayReadWiki } from '../policy/wikis.ts';
import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { PageName } from '../replica-parts.ts';
import type { StoreReader } from '../aggregates.ts';
import { spaced, titleKey, unpackWiki } from './document.ts';
import type { WikiBody, StoredWiki } from './document.ts';
import { buildHierarchy, prune } from './hierarchy.ts';
import type { CategoryNode } from './hierarchy.ts';
import { columns, composeWikiSummary, inLanguage, wikiListCondition, wikiRow } from './rows.ts';
import type { WikiListOptions, WikiRow } from './rows.ts';

/** Reads wikis as the viewer may see them. Answers are templated JSON text: nothing is parsed on the way out. */
export class WikiReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /**
   * Renders wiki syntax as HTML paragraphs with links of this site; templated.
   *
   * @param field of a text that a person writes: refused if its HTML is too long; without it HTML is cut
   * @param before HTML of the text that it replaces: pictures in it stay
   * @throws AppError `invalid`
   */
  render(raw: string, field?: string, before?: string): string {
    return renderDoc(parseWiki(raw), this.s, { field, before });
  }

  /** Renders a text that the viewer did not write. It shows only the pictures of its earlier HTML. */
  renderAgain(raw: string, before: string): string {
    return renderDoc(parseWiki(raw), this.s, { before, again: true });
  }

  /** Like `render`, for one line: inline, without a paragraph. */
  renderLine(raw: string, field?: string, before?: string): string {
    return renderText(raw, this.s, { field, before });
  }

  renderLineAgain(raw: string, before: string): string {
    return renderText(raw, this.s, { before, again: true });
  }

  /** Like `render`, for a comment: without pictures and lists of guides, because anyone can comment on any guide. */
  renderComment(raw: string, field?: string): string {
    return renderDoc(parseWiki(raw), this.s, {
      field,
      bytes: limits.text.commentHtml.max,
      withoutBoxes: true,
    });
  }

  /** Returns a wiki's row, also of a deleted one, without a check of permissions. */
  row(wikiid: number): WikiRow | undefined {
    return wikiRow(this.s, wikiid);
  }

  /** Returns the id of another page of the site with the same title and language. */
  namesake({ wikiid, namespace, title, langid }: PageName & Pick<WikiBody, 'wikiid'>): number | undefined {
    return this.s.db.one(sql<StoredRow<'wiki', 'wikiid'>>`SELECT wikiid FROM wiki
       WHERE namespace = ${namespace} AND title = ${title} AND langid = ${langid} AND deleted = 0
         AND wikiid > 0 AND wikiid <> ${wikiid}`)?.wikiid;
  }

  /**
   * Finds a page by title, without a check of permissions: the exact title first, then with `_` as a space, then in any
   * case (CONTRACT 8.1). Prefers `langid`, then the site's language, then any other.
   */
  find(namespace: string, title: string, langid?: string): WikiRow | undefined {
    const site = this.s.meta.site.langid;
    const distance = (row: WikiRow): number =>
      (row.title === title ? 0 : spaced(row.title) === spaced(title) ? 3 : 6) +
      (row.langid === (langid ?? site) ? 0 : row.langid === site ? 1 : 2);
    return this.s.db
      .all(sql<WikiRow>`SELECT ${columns} FROM wiki w
         WHERE w.namespace = ${namespace} AND w.title_key = ${titleKey(title)} AND w.deleted = 0
         ORDER BY w.wikiid`)
      .sort((a, b) => distance(a) - distance(b))[0];
  }

  /**
   * Finds a page by its name in an address, without a check of permissions: by title; then with `+` as a space, as forms
   * and some clients encode it; then by a display title that only one page has (CONTRACT 8.1).
   */
  named(namespace: string, asked: string, langid?: string): WikiRow | undefined {
    const titles = asked.includes('+') ? [asked, asked.replaceAll('+', ' ')] : [asked];
    for (const lookUp of [
      (title: string) => this.find(namespace, title, langid),
      (title: string) => this.displayed(namespace, title, langid),
    ]) {
      for (const title of titles) {
        const row = lookUp(title);
        if (row) return row;
      }
    }
    return undefined;
  }

  /** Returns the path of a page in the API. It names the language if the site has several: else the page in another one may answer. */
  pathOf({ namespace, title, langid }: Pick<WikiRow, 'namespace' | 'title' | 'langid'>): string {
    const language = this.s.meta.site.langids.length > 1 ? `?langid=${langid}` : '';
    return `/wikis/${namespace}/${encodeURIComponent(title)}${language}`;
  }

  private displayed(namespace: string, title: string, langid?: string): WikiRow | undefined {
    const pages = this.s.db.all(sql<{ title: string }>`SELECT DISTINCT w.title
       FROM wiki w INDEXED BY wiki_display
       WHERE w.namespace = ${namespace} AND w.display_title = ${title} AND w.display_title <> w.title
         AND w.deleted = 0 LIMIT 2`);
    return pages[0] && pages.length === 1 ? this.find(namespace, pages[0].title, langid) : undefined;
  }

  /**
   * Desk: returns the page with exactly this title that was made here and that the site does not have, even if it was
   * deleted again; of several the first, because edits are sent in order.
   */
  provisionalPage({
    namespace,
    title,
    langid,
  }: Pick<WikiRow, 'namespace' | 'title' | 'langid'>): WikiRow | undefined {
    return this.s.db.one(sql<WikiRow>`SELECT ${columns} FROM wiki w
       WHERE w.namespace = ${namespace} AND w.title = ${title} AND w.langid = ${langid} AND w.wikiid < 0
       ORDER BY w.wikiid DESC LIMIT 1`);
  }

  /** Desk: returns the page with exactly this title that was made here and is shown. */
  shownProvisionalPage({ namespace, title, langid }: WikiBody): WikiRow | undefined {
    return this.s.db.one(sql<WikiRow>`SELECT ${columns} FROM wiki w
       WHERE w.namespace = ${namespace} AND w.title = ${title} AND w.langid = ${langid} AND w.wikiid < 0
         AND w.deleted = 0`);
  }

  /**
   * Desk: returns whether the page exists under a provisional id, because the site has not yet shown its own or said
   * that it has none.
   */
  isMadeAlong(wikiid: number): boolean {
    return wikiid < 0 && this.row(wikiid)?.deleted === 0;
  }

  /** Desk: returns all provisional page ids, including deleted pages. */
  provisionalPageIds(): number[] {
    return this.s.db
      .all(sql<StoredRow<'wiki', 'wikiid'>>`SELECT wikiid FROM wiki WHERE wikiid < 0 ORDER BY wikiid`)
      .map(({ wikiid }) => wikiid);
  }

  /** @throws AppError `not-found`; `forbidden` for a private page that the viewer may not see */
  requireVisible(namespace: string, title: string, langid?: string): WikiRow {
    const row = this.named(namespace, title, langid);
    if (!row) throw notFound(nameOf(namespace));
    if (!this.maySee(row)) throw new AppError('forbidden', 'This page is private.');
    return row;
  }

  /**
   * Returns the page to write to: if `langid` is given, only in that language.
   *
   * @throws AppError as `requireVisible`
   */
  requireVariant(namespace: string, title: string, langid?: string): WikiRow {
    const row = this.requireVisible(namespace, title, langid);
    if (langid !== undefined && row.langid !== langid) throw notFound(nameOf(namespace));
    return row;
  }

  /** Returns the page in each of its languages. */
  variants({ namespace, title }: Pick<WikiRow, 'namespace' | 'title'>): WikiRow[] {
    return this.s.db.all(sql<WikiRow>`SELECT ${columns} FROM wiki w
       WHERE w.namespace = ${namespace} AND w.title = ${title} AND w.deleted = 0 ORDER BY w.langid`);
  }

  maySee(row: Parameters<typeof mayReadWiki>[1]): boolean {
    return mayReadWiki(this.s, row);
  }

  mayEdit(row: Parameters<typeof mayEditWiki>[1]): boolean {
    return mayEditWiki(this.s, row);
  }

  mayCreate(namespace: WikiRow['namespace'], title: string): boolean {
    return this.mayEdit({ namespace, title, userid: this.s.viewer?.userid ?? 0 });
  }

  /** Returns a full wiki as templated JSON text (CONTRACT 8.3). */
  answer(row: WikiRow, body: string = unpack(this.blob(row.wikiid))): string {
    return this.withFields(row, body, row.namespace === 'CATEGORY' ? this.categoryFields(row) : '');
  }

  /**
   * Returns a full wiki for the feed. The lists of a category are empty: a desk makes them from what it has, and with them one line would
   * grow with the site.
   */
  feedText(row: WikiRow): string {
    const parent = JSON.stringify(row.parent);
    const lists = `,"parent":${parent},"ancestors":[],"children":[],"guides":[],"featured_guides":[]`;
    return this.withFields(row, unpack(this.blob(row.wikiid)), row.namespace === 'CATEGORY' ? lists : '');
  }

  private withFields(row: WikiRow, body: string, categoryFields: string): string {
    const langids = this.s.db.all(sql<StoredRow<'wiki', 'langid'>>`SELECT langid FROM wiki
       WHERE namespace = ${row.namespace} AND title = ${row.title} AND deleted = 0 ORDER BY langid`);
    return (
      `${body.slice(0, -1)},"available_langids":${JSON.stringify(langids.map(({ langid }) => langid))}` +
      `,"can_edit":${this.mayEdit(row)},"tags":${JSON.stringify(this.s.tags.of({ kind: 'wiki', id: row.wikiid }))}` +
      `${categoryFields}}`
    );
  }

  /** Returns light wikis as templated JSON texts, by title. */
  list(options: WikiListOptions): string[] {
    return this.s.db
      .all(sql<WikiRow>`SELECT ${columns} ${wikiListCondition(this.s, options)}`)
      .map(composeWikiSummary);
  }

  listTitles(options: WikiListOptions): string[] {
    return this.s.db
      .all(sql<{ title: string }>`SELECT w.title ${wikiListCondition(this.s, options)}`)
      .map(({ title }) => title);
  }

  summaryOf(row: WikiRow): string {
    return composeWikiSummary(row);
  }

  /** Returns direct subcategories by title, at most `limits.categoryPage.listed`; languages as in `list`. */
  children(
    title: string,
    { includeStubs = false, langid }: Pick<WikiListOptions, 'includeStubs' | 'langid'> = {},
  ): WikiRow[] {
    return this.s.db
      .all(sql<WikiRow>`SELECT ${columns} FROM wiki w
         WHERE w.parent = ${title} AND w.deleted = 0 AND (w.stub = 0 OR ${includeStubs ? 1 : 0})
           AND ${inLanguage(langid, this.s.meta.site.langid)}
         ORDER BY w.title_key, w.title LIMIT ${limits.categoryPage.listed.max}`)
      .filter((row) => this.maySee(row));
  }

  /**
   * Returns the ancestors of a category, closest first. Stops at a circle in a site's data and after `most`, so that
   * answers do not grow with the depth of a chain.
   */
  ancestors(
    row: Pick<WikiRow, 'title' | 'parent'> & { langid?: string },
    most = limits.wiki.categoryDepth.max,
  ): WikiRow[] {
    const found = new Map<string, WikiRow>();
    for (
      let { parent } = row;
      parent !== null && parent !== row.title && !found.has(parent) && found.size < most;
    ) {
      const above = this.category(parent, row.langid);
      if (!above) break;
      found.set(parent, above);
      parent = above.parent;
    }
    return [...found.values()];
  }

  /**
   * Returns all categories as a tree. Categories that are only named by guides, without a wiki, are at the top.
   * `requireGuides` keeps branches that lead to a public guide.
   */
  hierarchy({
    includeStubs = false,
    requireGuides = false,
    langid,
  }: { includeStubs?: boolean; requireGuides?: boolean; langid?: string | undefined } = {}): CategoryNode[] {
    const site = this.s.meta.site.langid;
    const rows = this.s.db.all(sql<
      Pick<WikiRow, 'wikiid' | 'title' | 'display_title' | 'parent' | 'stub' | 'private' | 'userid'>
    >`SELECT wikiid, title,
         display_title, parent, stub, private, userid
       FROM wiki
       WHERE namespace = 'CATEGORY' AND deleted = 0
       ORDER BY title_key, title, langid <> ${langid ?? site}, langid <> ${site}`);
    const known = new Set(rows.map(({ title }) => title));
    const used = this.categoriesOfGuides();
    const tree = buildHierarchy([
      ...rows.map((row) => ({
        title: row.title,
        display_title: row.display_title,
        parent: row.parent,
        hidden: (row.stub === 1 && !includeStubs) || !this.maySee(row),
      })),
      ...used
        .filter((title) => !known.has(title))
        .map((title) => ({ title, display_title: null, parent: null, hidden: false })),
    ]);
    return requireGuides ? prune(tree, new Set(used)) : tree;
  }

  /** Returns titles that public guides name as their category. */
  categoriesOfGuides(): string[] {
    // Jumps from title to title in the index guide_category instead of reading every guide.
    return this.s.db
      .all(sql<{ category: string }>`WITH RECURSIVE used(category) AS (
           SELECT min(category) FROM guide WHERE deleted = 0
           UNION ALL
           SELECT (SELECT min(g.category) FROM guide g WHERE g.deleted = 0 AND g.category > used.category)
           FROM used WHERE used.category IS NOT NULL
         ) SELECT category FROM used WHERE category IS NOT NULL AND EXISTS (
           SELECT 1 FROM guide g WHERE g.category = used.category AND ${publicGuidesFor(this.s.viewer)})`)
      .map(({ category }) => category);
  }

  /** Counts the public wikis of a namespace. */
  count(namespace: string): number {
    return (
      this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM wiki
         WHERE namespace = ${namespace} AND deleted = 0 AND private = 0`)?.n ?? 0
    );
  }

  /** Counts wikis that are here and not deleted, including private ones. */
  countAll(): number {
    return this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM wiki WHERE deleted = 0`)?.n ?? 0;
  }

  /** Returns ids and names of wikis that are here and not deleted; at a desk also of those that pages made there cover. */
  titles(): { wikiid: number; namespace: string; title: string; langid: string }[] {
    const covered = this.s.siteVersions.coveredIds();
    return this.s.db.all(sql`SELECT wikiid, namespace, title, langid FROM wiki
       WHERE deleted = 0 OR wikiid IN ${listOf(covered)} ORDER BY wikiid`);
  }

  /** Returns the ids of these wikis. */
  ids(): number[] {
    return this.titles().map(({ wikiid }) => wikiid);
  }

  document(row: WikiRow): StoredWiki {
    return { body: unpackWiki(this.blob(row.wikiid)), parent: row.parent };
  }

  /** Returns an old version, if this store keeps it. */
  revision(wikiid: number, revisionid: number): StoredWiki['body'] | undefined {
    const row = this.s.db.one(sql<StoredRow<'wiki_revision', 'body'>>`SELECT body FROM wiki_revision
       WHERE wikiid = ${wikiid} AND revisionid = ${revisionid}`);
    return row && this.s.idMap.resolve(unpackWiki(row.body));
  }

  /** Returns the category with exactly this title; languages as in `find`. */
  protected category(title: string, langid?: string): WikiRow | undefined {
    const site = this.s.meta.site.langid;
    return this.s.db.one(sql<WikiRow>`SELECT ${columns} FROM wiki w
       WHERE w.namespace = 'CATEGORY' AND w.title = ${title} AND w.deleted = 0
       ORDER BY w.langid <> ${langid ?? site}, w.langid <> ${site} LIMIT 1`);
  }

  private categoryFields(row: WikiRow): string {
    const guides = {
      category: row.title,
      includePrivate: true,
      limit: limits.categoryPage.listed.max,
    };
    const light = (rows: WikiRow[]): string =>
      `[${rows
        .filter((other) => this.maySee(other))
        .map(composeWikiSummary)
        .join(',')}]`;
    return (
      `,"parent":${JSON.stringify(row.parent)},"ancestors":${light(this.ancestors(row))}` +
      `,"children":${light(this.children(row.title, { langid: row.langid }))}` +
      `,"guides":[${this.s.guides.list(guides).join(',')}]` +
      `,"featured_guides":[${this.s.guides.list({ ...guides, featured: true }).join(',')}]`
    );
  }

  private blob(wikiid: number): Buffer {
    const row = this.s.db.one(sql<StoredRow<'wiki_doc', 'body'>>`SELECT body FROM wiki_doc
       WHERE wikiid = ${wikiid}`);
    if (!row) throw notFound('Page');
    return row.body;
  }
}

const nameOf = (namespace: string): string => (namespace === 'CATEGORY' ? 'Category' : 'Wiki');
