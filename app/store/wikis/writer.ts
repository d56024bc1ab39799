import { invariant } from '../../../shared/assert.ts';
import { conflict, forbidden, invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { WikiInput } from '../../../shared/model/wiki-input.ts';
import { isRemote } from '../../../shared/wiki/url.ts';
import { builder, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import { recordPage } from '../guides/record-belongings.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { feedSize, mayExceed, requireSize } from '../sizes.ts';
import type { Measured } from '../sizes.ts';
import type { StoreWriter } from '../aggregates.ts';
import { uncover } from './covered-pages.ts';
import { applyWikiFields, wikiAuthors, checkTitle, newBody } from './content.ts';
import type { NewWiki } from './content.ts';
import {
  isPrivate,
  isStub,
  packWiki,
  spaced,
  wikiSummaryText,
  titleKey,
  wikiImages,
  wikiWords,
} from './document.ts';
import type { StoredWiki, WikiBody } from './document.ts';
import { WikiReader } from './reader.ts';
import { keepReplaced } from './revisions.ts';
import type { WikiRow } from './rows.ts';

/** Userid for category pages that a guide or an import creates as a side effect. */
const nobody = 0;

/** Edits wikis as the viewer; every change makes a revision and a feed line. */
export class WikiWriter extends WikiReader {
  declare protected readonly s: StoreWriter;

  create(fields: NewWiki): WikiRow {
    const { namespace, title } = fields;
    checkTitle(this.s, namespace, title);
    if (!this.mayCreate(namespace, title)) throw forbidden('You may not create this page.');
    const same = this.find(namespace, title, fields.langid);
    const langid = fields.langid ?? this.s.meta.site.langid;
    if (!same || spaced(same.title) !== spaced(title)) {
      return this.add({ ...fields, parent: this.parentFor(fields) });
    }
    if (same.langid === langid) {
      if (this.isUnwritten(same)) return this.fill(same, fields);
      const page = `${namespace}/${same.title}`;
      throw invalid('title', `There is already a page ${page}.`, 'already_exists');
    }
    return this.addVariant(same, fields);
  }

  /** Applies an edit. One that changes nothing makes no revision (CONTRACT 1.6). */
  update(row: WikiRow, revisionid: number, fields: WikiInput): WikiRow {
    return this.edit(row, revisionid, ({ body }) => applyWikiFields(this.s, body, fields));
  }

  /** Deletes a page. Its revisions stay; its title can be used again. */
  delete(row: WikiRow, revisionid: number): void {
    this.requireCurrent(row, revisionid);
    const isLast = this.variants(row).length === 1;
    if (row.namespace === 'CATEGORY' && isLast && this.hasChildren(row.title)) {
      throw invalid('title', 'This category has categories below it. Move or delete them first.');
    }
    this.s.db.run(
      builder
        .updateTable('wiki')
        .set({ modified_date: Math.floor(this.s.now), revisionid: this.s.meta.nextId('revision') })
        .where('wikiid', '=', row.wikiid),
    );
    this.s.media.setUses('wiki', row.wikiid, []);
    this.hide(row.wikiid);
    this.s.feed.record('wiki', row.wikiid, true);
  }

  /**
   * Moves a category, in all its languages.
   *
   * @param parent title of the new parent category; null for the top
   */
  setParent(row: WikiRow, revisionid: number, parent: string | null): WikiRow {
    const moved = this.edit(row, revisionid, (document) => {
      document.parent = this.parentFor({ namespace: row.namespace, title: row.title, parent });
    });
    for (const other of this.variants(row)) {
      if (other.parent !== moved.parent) this.save({ ...this.document(other), parent: moved.parent });
    }
    return moved;
  }

  /** Makes the content of an old revision the newest. The place in the hierarchy stays. */
  revert(row: WikiRow, revisionid: number, target: number): WikiRow {
    return this.edit(row, revisionid, (document) => {
      const old = this.revision(row.wikiid, target);
      if (!old || target === row.revisionid) {
        throw invalid('to_revisionid', `${target} is not an earlier revision of this page.`);
      }
      const { revisionid, modified_date, authors } = document.body;
      document.body = { ...old, revisionid, modified_date, ...(authors && { authors }) };
    });
  }

  /** Returns the ITEM page of a part or tool, created if there is none; templated. */
  item(
    name: string,
    fresh: { summary: string; url: string | null },
  ): { url: string; thumbnail: string | null } {
    const row = this.find('ITEM', name) ?? this.addItem(name, fresh);
    const { url, image } = JSON.parse(row.summary) as { url: string; image: { thumbnail?: string } | null };
    return { url, thumbnail: image?.thumbnail ?? null };
  }

  /** Returns the title of the category that a guide names: of the existing page in any case. @throws AppError `invalid` */
  categoryNamed(asked: string): string {
    const name = withoutPlaceholders(asked);
    const row = this.find('CATEGORY', name);
    if (!row) checkTitle(this.s, 'CATEGORY', name, 'category');
    return row?.title ?? name;
  }

  /**
   * Creates a category and its missing ancestors, for an import. An existing category keeps its place, unless it is at
   * the top and a parent is given.
   *
   * @param ancestors titles, closest first
   */
  ensureCategory(title: string, ancestors: readonly string[] = []): void {
    const [parent = null, ...above] = ancestors;
    if (parent !== null) this.ensureCategory(parent, above);
    const row = this.category(title);
    if (!row) {
      checkTitle(this.s, 'CATEGORY', title, 'category');
      const body = newBody(this.s, this.s.meta.nextId('wiki'), { namespace: 'CATEGORY', title });
      this.save({ body: { ...body, author: nobody }, parent: parent === title ? null : parent }, nobody);
    } else if (
      row.parent === null &&
      parent !== null &&
      !this.closesCircle(title, parent) &&
      !this.isTooDeep(title, parent)
    ) {
      this.save({ ...this.document(row), parent });
    }
  }

  /**
   * Stores a document as given: from a fixture, an import or the site. Another page with the same title is hidden.
   * `keepRevision` is for the site itself; a desk leaves history to its site.
   */
  put(document: StoredWiki, options: { keepRevision: boolean; checked?: number; editor?: number }): void {
    const { body, parent } = document;
    const { wikiid, namespace, title, langid, revisionid, display_title } = body;
    const rival = this.s.db.one(sql<StoredRow<'wiki', 'wikiid'>>`SELECT wikiid FROM wiki
       WHERE namespace = ${namespace} AND title = ${title} AND langid = ${langid} AND deleted = 0
         AND wikiid <> ${wikiid}`);
    if (rival) {
      this.hide(rival.wikiid);
      this.s.feed.record('wiki', rival.wikiid, true);
    }
    this.s.meta.claimId('wiki', wikiid);
    this.s.meta.claimId('revision', revisionid);
    const words = wikiWords(body);
    const isHidden = isPrivate(body);
    const changes = {
      namespace,
      title,
      title_key: titleKey(title),
      display_title: display_title === title || display_title === '' ? null : display_title,
      langid,
      revisionid,
      parent,
      stub: isStub(body) ? (1 as const) : (0 as const),
      private: isHidden ? (1 as const) : (0 as const),
      deleted: 0 as const,
      userid: body.author,
      created_date: body.created_date,
      modified_date: body.modified_date,
      summary: wikiSummaryText(body, words),
      checked_date: options.checked ?? null,
    };
    this.s.db.run(
      builder
        .insertInto('wiki')
        .values({ wikiid, ...changes, was_public: isHidden ? 0 : 1 })
        .onConflict((c) =>
          c.column('wikiid').doUpdateSet(isHidden ? changes : { ...changes, was_public: 1 }),
        ),
    );
    const blob = packWiki(body);
    this.s.db.run(sql`INSERT INTO wiki_doc (wikiid, body) VALUES (${wikiid}, ${blob})
       ON CONFLICT (wikiid) DO UPDATE SET body = excluded.body`);
    if (options.keepRevision) {
      const editor = options.editor ?? this.s.viewer?.userid ?? body.author;
      this.s.db.run(sql`INSERT INTO wiki_revision (wikiid, revisionid, userid, date, body)
         VALUES (${wikiid}, ${revisionid}, ${editor}, ${this.s.now}, ${blob})
         ON CONFLICT (wikiid, revisionid) DO UPDATE SET body = excluded.body`);
    }
    this.s.media.setUses('wiki', wikiid, wikiImages(body));
    this.s.documents.attach('wiki', wikiid, body.documents);
    // The index has no permissions, so private pages are left out.
    if (isHidden) this.s.search.remove('wiki', wikiid);
    else {
      this.s.search.put('wiki', wikiid, {
        title: display_title === title ? title : `${display_title} ${title}`,
        category: parent ?? '',
        items: '',
        text: [
          body.description,
          ...(body.info ?? []).map(({ name, value }) => `${name} ${value}`),
          words,
        ].join('\n'),
      });
    }
  }

  /** Desk: hides a wiki that the site no longer shows. Its document stays until `forget`. */
  hide(wikiid: number): void {
    this.s.db.run(sql`UPDATE wiki SET deleted = 1 WHERE wikiid = ${wikiid}`);
    this.s.search.remove('wiki', wikiid);
  }

  /** Desk: removes a wiki and everything that belongs to it, after its time in the trash. */
  forget(wikiid: number): void {
    const row = wikiid < 0 ? this.row(wikiid) : undefined;
    this.s.search.remove('wiki', wikiid);
    this.s.media.setUses('wiki', wikiid, []);
    this.s.db.run(sql`DELETE FROM comment WHERE wikiid = ${wikiid}`);
    this.s.db.run(sql`DELETE FROM tagged WHERE kind = 'wiki' AND id = ${wikiid}`);
    this.s.db.run(sql`DELETE FROM wiki WHERE wikiid = ${wikiid}`);
    if (row && !row.deleted) uncover(this.s, row);
  }

  /** Returns whether a category's page was created as a side effect and has no text yet. */
  private isUnwritten(row: WikiRow): boolean {
    return row.namespace === 'CATEGORY' && row.userid === 0 && this.document(row).body.contents_raw === '';
  }

  /** Creates a page whose row exists as a side effect, by filling it in. */
  private fill(row: WikiRow, { namespace, title, langid: _, parent, ...fields }: NewWiki): WikiRow {
    const { body, parent: place } = this.document(row);
    body.author = this.s.viewer?.userid ?? 0;
    applyWikiFields(this.s, body, fields);
    return this.save({
      body,
      parent: parent === undefined ? place : this.parentFor({ namespace, title, parent }),
    });
  }

  private add(fields: NewWiki): WikiRow {
    const wikiid = this.s.meta.nextId('wiki');
    return this.save({ body: newBody(this.s, wikiid, fields), parent: fields.parent ?? null });
  }

  /** Adds the page in another language, with the same title and place. */
  private addVariant(source: WikiRow, { parent, ...fields }: NewWiki): WikiRow {
    const place = parent === undefined ? source.parent : this.parentFor({ ...fields, parent });
    if (place !== source.parent) {
      throw invalid(
        'parent',
        source.parent === null
          ? `${source.title} is at the top level in all its languages. Move it before you translate it.`
          : `${source.title} is below ${source.parent} in all its languages. Move it before you translate it.`,
      );
    }
    const { source_revisionid = source.revisionid } = fields;
    return this.add({ ...fields, title: source.title, source_revisionid, parent: place });
  }

  private addItem(name: string, { summary, url }: { summary: string; url: string | null }): WikiRow {
    checkTitle(this.s, 'ITEM', name, 'name');
    if (url !== null && !(isRemote(url) && URL.canParse(url))) throw invalid('url', 'must be a web address');
    return this.add({
      namespace: 'ITEM',
      title: name,
      description: summary,
      suppliers: url === null ? [] : [{ 'part_#': '', type: '', supplier: new URL(url).hostname, url }],
    });
  }

  private edit(row: WikiRow, revisionid: number, change: (document: StoredWiki) => void): WikiRow {
    this.requireCurrent(row, revisionid);
    const document = this.document(row);
    const before = JSON.stringify(document);
    change(document);
    if (JSON.stringify(document) === before) return row;
    const saved = this.save(document);
    // Desks of people who could not see the page did not get what belongs to it.
    if (row.private && !saved.private && !this.s.meta.isDesk) recordPage(this.s, row.wikiid);
    return saved;
  }

  /** @param editor the revision's author; default: the viewer. `nobody` for side effects, which credit no one */
  private save({ body, parent }: StoredWiki, editor?: number): WikiRow {
    this.requireSmall(body);
    keepReplaced(this.s, body.wikiid);
    const saved = {
      ...body,
      revisionid: this.s.meta.nextId('revision'),
      modified_date: Math.floor(this.s.now),
      // A desk does not know the authors of earlier revisions.
      authors:
        editor === nobody ? [] : (this.s.meta.isDesk && body.authors) || wikiAuthors(this.s, body.wikiid),
    };
    this.put({ body: saved, parent }, { keepRevision: true, ...(editor === undefined ? {} : { editor }) });
    this.s.feed.record('wiki', body.wikiid);
    const row = this.row(body.wikiid);
    invariant(row, 'a saved wiki has a row');
    return row;
  }

  /** @throws AppError `invalid` if the page would grow beyond what every desk reads */
  private requireSmall(body: WikiBody): void {
    const { whole } = limits.wiki;
    const measured = (page: WikiBody): Measured => ({
      text: JSON.stringify(page),
      pictures: [...new Set(wikiImages(page))],
    });
    const after = measured(body);
    if (!mayExceed(whole.max, after)) return;
    const before = (): number => {
      const stored = this.row(body.wikiid);
      return stored ? feedSize(this.s, measured(this.document(stored).body)) : 0;
    };
    requireSize(
      whole,
      { before, after: feedSize(this.s, after) },
      'contents',
      (size) => `A page takes at most ${size}. Use several pages.`,
    );
  }

  private requireCurrent(row: WikiRow, revisionid: number): void {
    if (!this.mayEdit(row)) throw forbidden('You may not edit this page.');
    if (row.revisionid !== revisionid) throw conflict(JSON.parse(this.answer(row)));
  }

  private parentFor({
    namespace,
    title,
    parent,
  }: Pick<NewWiki, 'namespace' | 'title' | 'parent'>): string | null {
    if (parent === undefined || parent === null || parent === '') return null;
    if (namespace !== 'CATEGORY') throw invalid('parent', 'Only a category can be below another category.');
    const above = this.find('CATEGORY', parent);
    if (!above) throw invalid('parent', `There is no category ${parent}.`);
    if (this.closesCircle(title, above.title)) {
      throw invalid('parent', `${above.title} is below ${title}: categories may not form a circle.`);
    }
    if (this.isTooDeep(title, above.title)) {
      throw invalid(
        'parent',
        `Categories can be nested ${limits.wiki.categoryDepth.max} levels deep at most.`,
      );
    }
    return above.title;
  }

  /** Returns whether moving a category with its subcategories below this parent would exceed the maximum depth. */
  private isTooDeep(title: string, parent: string): boolean {
    const above = this.ancestors({ title, parent }).length;
    return above + this.height(title, limits.wiki.categoryDepth.max) > limits.wiki.categoryDepth.max;
  }

  /** Returns the number of levels from a category down, including itself; at most `most`. */
  private height(title: string, most: number): number {
    const found = this.s.db.one(sql<{ height: number }>`WITH RECURSIVE below(title, level) AS (
         VALUES (${title}, 1)
         UNION
         SELECT w.title, b.level + 1 FROM below b
         JOIN wiki w ON w.parent = b.title AND w.namespace = 'CATEGORY' AND w.deleted = 0
         WHERE b.level < ${most}
       ) SELECT max(level) AS height FROM below`);
    return found?.height ?? 1;
  }

  private closesCircle(title: string, parent: string): boolean {
    if (title === parent) return true;
    const above = this.category(parent);
    // Compares `parent` too, because the parent of a category may not exist yet.
    return (
      above !== undefined &&
      [above, ...this.ancestors(above, Infinity)].some((row) => row.title === title || row.parent === title)
    );
  }

  private hasChildren(title: string): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM wiki WHERE parent = ${title} AND deleted = 0 LIMIT 1`) !== undefined
    );
  }
}
