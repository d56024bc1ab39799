import type { Db } from '../database.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import { detached } from './words.ts';

/** Longer words are cut, in queries too. */
export const longestWord = 40;
const mostWords = 200_000;
/** Counts only order words, so they are written only when they grow by this factor. */
const growth = 4;

/** The approximate number of documents with a word, and the number at which it is next written. */
interface Count {
  docs: number;
  next: number;
}

/** Maintains `search_word`: the words of all documents as written, used to complete and correct queries. */
export class Lexicon {
  private readonly db: Db;
  private readonly counts = new Map<string, Count>();
  /** Words whose counts must be written. */
  private readonly grown = new Set<string>();

  constructor(db: Db) {
    this.db = db;
  }

  /** Counts the words of a document. For one that was indexed before, only words new to the table count. */
  add(words: readonly string[], isNew: boolean): void {
    if (this.counts.size > mostWords && this.grown.size === 0) this.counts.clear();
    for (const word of words) {
      const count = this.counts.get(word) ?? this.load(word);
      if (!isNew && count.docs > 0) continue;
      count.docs += 1;
      if (count.docs < count.next) continue;
      count.next = count.docs * growth;
      this.grown.add(word);
    }
  }

  /** Call before the transaction ends. Writes words in table order. */
  write(): void {
    for (const word of [...this.grown].sort())
      this.db.run(sql`INSERT INTO search_word (word, docs)
         VALUES (${word}, ${this.counts.get(word)?.docs ?? 1}) ON CONFLICT (word) DO UPDATE
         SET docs = excluded.docs`);
    this.grown.clear();
  }

  private load(word: string): Count {
    const docs =
      this.db.one(sql<StoredRow<'search_word', 'docs'>>`SELECT docs FROM search_word WHERE word = ${word}`)
        ?.docs ?? 0;
    const count = { docs, next: Math.max(1, docs * growth) };
    this.counts.set(detached(word), count);
    return count;
  }
}

const lexicons = new WeakMap<Db, Lexicon>();

/**
 * Returns the connection's lexicon for one transaction. It is kept only on commit, because the table loses the changes
 * of a transaction that rolls back.
 */
export function lexiconOf(db: Db): Lexicon {
  const lexicon = lexicons.get(db) ?? new Lexicon(db);
  lexicons.delete(db);
  db.onCommit(() => lexicons.set(db, lexicon));
  return lexicon;
}

/** Forgets counts that another process of a shared site may have raised. */
export const forgetCounts = (db: Db): void => void lexicons.delete(db);
