import type { StoreWriter } from '../store.ts';
import { facetTerm } from './facet.ts';
import { lexiconOf } from './lexicon.ts';
import type { Lexicon } from './lexicon.ts';
import { SearchReader } from './reader.ts';
import { words } from './words.ts';

export interface SearchFields {
  title: string;
  category: string;
  /** Tools and parts. */
  items: string;
  text: string;
}

export type SearchKind = 'guide' | 'wiki';

/** Entries of one weight; together with the weights they stay below 2^31, which SQLite binds as integers. */
const entriesOfWeight = 2 ** 26;
const heaviest = 31;

/**
 * Keeps the index. Entries are numbered by the length of their title, so that whatever the index is asked, it answers
 * the most general titles first, and a query can stop as soon as it has enough: nothing is ever sorted.
 */
export class SearchWriter extends SearchReader {
  declare protected readonly s: StoreWriter;
  private open: Lexicon | undefined;

  /** Indexes a guide or wiki whose row is already stored. */
  put(kind: SearchKind, id: number, fields: SearchFields): void {
    const previous = this.entryOf(kind, id);
    const lexicon = (this.open ??= lexiconOf(this.s.db));
    lexicon.begin(previous === undefined);
    const title = lexicon.column(fields.title).terms;
    const category = lexicon.column(fields.category).terms.join(' ');
    const items = lexicon.column(fields.items).terms;
    const text = lexicon.column(`${fields.items}\n${fields.text}`);
    const guide = kind === 'guide' ? this.facets(id) : undefined;
    const facet = guide ? `${facetTerm('type', guide.type)} ${facetTerm('category', guide.category)}` : '';

    if (previous !== undefined) this.dropTerms(previous);
    const entry = this.entryFor(Math.min(title.length, heaviest), previous);
    if (previous !== undefined && previous !== entry) this.s.db.runSql('DELETE FROM search_doc WHERE entry = ?', [previous]);
    this.s.db.runSql(
      `INSERT INTO search_doc (entry, kind, id, title_key, type, category, public) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (entry) DO UPDATE SET title_key = excluded.title_key, type = excluded.type,
       category = excluded.category, public = excluded.public`,
      [
        entry,
        kind,
        id,
        words(guide?.title ?? fields.title).join(' '),
        guide?.type ?? null,
        guide?.category ?? null,
        guide?.public ?? 1,
      ],
    );
    this.s.db.runSql('INSERT INTO search_title (rowid, title, category, facet) VALUES (?, ?, ?, ?)', [
      entry,
      title.join(' '),
      category,
      facet,
    ]);
    this.s.db.runSql(
      'INSERT INTO search_body (rowid, title, category, focus, text, facet) VALUES (?, ?, ?, ?, ?, ?)',
      [entry, title.join(' '), category, [...items, ...text.often].join(' '), text.terms.join(' '), facet],
    );
  }

  remove(kind: SearchKind, id: number): void {
    const entry = this.entryOf(kind, id);
    if (entry === undefined) return;
    this.dropTerms(entry);
    this.s.db.runSql('DELETE FROM search_doc WHERE entry = ?', [entry]);
  }

  private dropTerms(entry: number): void {
    this.s.db.runSql('DELETE FROM search_title WHERE rowid = ?', [entry]);
    this.s.db.runSql('DELETE FROM search_body WHERE rowid = ?', [entry]);
  }

  private entryOf(kind: SearchKind, id: number): number | undefined {
    return this.s.db.oneSql<{ entry: number }>('SELECT entry FROM search_doc WHERE kind = ? AND id = ?', [kind, id])
      ?.entry;
  }

  private entryFor(weight: number, previous: number | undefined): number {
    const first = weight * entriesOfWeight;
    const last = first + entriesOfWeight - 1;
    if (previous !== undefined && previous >= first && previous <= last) return previous;
    const taken = this.s.db.oneSql<{ entry: number | null }>(
      'SELECT max(entry) AS entry FROM search_doc WHERE entry BETWEEN ? AND ?',
      [first, last],
    )?.entry;
    return taken === null || taken === undefined ? first : taken + 1;
  }

  private facets(guideid: number): { title: string; type: string; category: string; public: number } | undefined {
    return this.s.db.oneSql('SELECT title, type, category, public FROM guide WHERE guideid = ?', [guideid]);
  }
}
