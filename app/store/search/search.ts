import type { StoreReader, StoreWriter } from '../store.ts';

export interface SearchFields {
  title: string;
  category: string;
  items: string;
  text: string;
}

export type SearchKind = 'guide' | 'wiki';

export class SearchReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }
}

export class SearchWriter extends SearchReader {
  declare protected readonly s: StoreWriter;

  put(kind: SearchKind, id: number, fields: SearchFields): void {
    const rowid = rowidOf(kind, id);
    this.remove(kind, id);
    this.s.db.runSql('INSERT INTO search_title (rowid, title, category) VALUES (?, ?, ?)', [
      rowid,
      fields.title,
      fields.category,
    ]);
    this.s.db.runSql('INSERT INTO search_body (rowid, title, category, items, text) VALUES (?, ?, ?, ?, ?)', [
      rowid,
      fields.title,
      fields.category,
      fields.items,
      fields.text,
    ]);
  }

  remove(kind: SearchKind, id: number): void {
    const rowid = rowidOf(kind, id);
    this.s.db.runSql('DELETE FROM search_title WHERE rowid = ?', [rowid]);
    this.s.db.runSql('DELETE FROM search_body WHERE rowid = ?', [rowid]);
  }
}

/** Guides and wikis share the index: even rows are guides, odd ones wikis. */
export const rowidOf = (kind: SearchKind, id: number): number => id * 2 + (kind === 'wiki' ? 1 : 0);
