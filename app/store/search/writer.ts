import { hash } from 'node:crypto';

import { prepared, sql } from '../sql.ts';
import type { StoredRow, Value } from '../sql.ts';
import { translatedFields, unpackTexts } from '../translations/document.ts';
import type { WriteAccess } from '../access.ts';
import { analyse, digestOf, withTranslations } from './analyse.ts';
import type { Analysed, SearchFields } from './analyse.ts';
import { facetTerm } from './facet.ts';
import { lexiconOf } from './lexicon.ts';
import type { Lexicon } from './lexicon.ts';
import { SearchReader } from './reader.ts';
import { words } from './words.ts';

type SearchKind = 'guide' | 'wiki';

// A first sync asks for each guide.
const translationsOf = prepared(
  (guideid: Value<number>) => sql<{ body: Buffer }>`SELECT body FROM translation
     WHERE guideid = ${guideid} AND deleted = 0 ORDER BY langid`,
);

/**
 * Maintains the search index. FTS5 writes out its memory whenever a rowid is lower than the previous one. So a changed
 * document gets a new entry; its old entry disappears from answers at once (they all join `search_doc`) and is removed
 * before the next transaction's first entry.
 */
export class SearchWriter extends SearchReader {
  declare protected readonly s: WriteAccess;
  private open: Lexicon | undefined;
  private readonly pending = new Map<string, () => void>();

  /** Indexes a guide or wiki at the end of its transaction, when its row is stored. */
  put(kind: SearchKind, id: number, texts: SearchFields | Analysed): void {
    this.pending.set(`${kind} ${id}`, () => this.index(kind, id, texts));
  }

  /**
   * Call last in a transaction: FTS5 writes out its memory whenever another statement opens a savepoint, so storing
   * documents between indexed ones would cost half of a sync.
   */
  flush(): void {
    for (const index of this.pending.values()) index();
    this.pending.clear();
    this.open?.write();
  }

  private index(kind: SearchKind, id: number, texts: SearchFields | Analysed): void {
    const guide = kind === 'guide' ? this.facets(id) : undefined;
    const translations = kind === 'guide' ? this.translationsOf(id) : [];
    const digest = [texts, ...translations]
      .map((one) => ('digest' in one ? one.digest : digestOf(one)))
      .join(' ');
    const fingerprint = hash('sha1', digest + JSON.stringify(guide ?? null), 'buffer');
    const known = this.entryOf(kind, id);
    if (known?.fingerprint?.equals(fingerprint)) return;
    const found = withTranslations('digest' in texts ? texts : analyse(texts), translations.map(analyse));
    const lexicon = this.begin();
    if (known) this.drop(known.entry);
    lexicon.add(found.words === '' ? [] : found.words.split(' '), known === undefined);
    const facet = guide ? `${facetTerm('type', guide.type)} ${facetTerm('category', guide.category)}` : '';

    const { lastInsertRowid: entry } = this.s.db.run(sql`INSERT INTO search_doc (kind, id, title_key,
         title_terms, type, category, public, fingerprint)
       VALUES (${kind}, ${id}, ${guide ? words(guide.title).join(' ') : found.titleKey}, ${found.title},
         ${guide?.type ?? null}, ${guide?.category ?? null}, ${guide?.public ?? 1}, ${fingerprint})`);
    this.s.db.run(sql`INSERT INTO search_title (rowid, title, category, facet)
       VALUES (${entry}, ${found.title}, ${found.category}, ${facet})`);
    this.s.db.run(sql`INSERT INTO search_body (rowid, about, text, facet)
       VALUES (${entry}, ${found.about}, ${found.rest}, ${facet})`);
  }

  /** Indexes a guide again whose translations have changed, if it is indexed. */
  renew(guideid: number, texts: () => SearchFields): void {
    if (!this.pending.has(`guide ${guideid}`) && this.entryOf('guide', guideid))
      this.put('guide', guideid, texts());
  }

  /** @returns whether it was indexed */
  remove(kind: SearchKind, id: number): boolean {
    this.pending.delete(`${kind} ${id}`);
    const known = this.entryOf(kind, id);
    if (known) this.drop(known.entry);
    return known !== undefined;
  }

  private entryOf(kind: SearchKind, id: number): { entry: number; fingerprint: Buffer | null } | undefined {
    return this.s.db.one(sql`SELECT entry, fingerprint FROM search_doc WHERE kind = ${kind} AND id = ${id}`);
  }

  private drop(entry: number): void {
    this.s.db.run(sql`DELETE FROM search_doc WHERE entry = ${entry}`);
    this.s.db.run(sql`INSERT INTO search_stale (entry) VALUES (${entry})`);
  }

  private begin(): Lexicon {
    if (this.open) return this.open;
    for (const { entry } of this.s.db.all(sql<StoredRow<'search_stale', 'entry'>>`SELECT entry
       FROM search_stale ORDER BY entry`)) {
      this.s.db.run(sql`DELETE FROM search_title WHERE rowid = ${entry}`);
      this.s.db.run(sql`DELETE FROM search_body WHERE rowid = ${entry}`);
    }
    this.s.db.run(sql`DELETE FROM search_stale`);
    return (this.open = lexiconOf(this.s.db));
  }

  private translationsOf(guideid: number): SearchFields[] {
    return this.s.db.all(translationsOf(guideid)).map(({ body }) => translatedFields(unpackTexts(body)));
  }

  private facets(
    guideid: number,
  ): { title: string; type: string; category: string; public: number } | undefined {
    return this.s.db.one(sql`SELECT title, type, category, public FROM guide WHERE guideid = ${guideid}`);
  }
}
