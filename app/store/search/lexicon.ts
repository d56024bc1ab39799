import type { Db } from '../database.ts';
import { detached } from './words.ts';

/** Longer ones are no words; they are cut, in queries too. */
export const longestWord = 40;
const mostWords = 200_000;
/** Counts of documents only order words, so they need not be exact. */
const growth = 4;

/** About how many documents have a word, and at how many that is written again. */
interface Count {
  docs: number;
  next: number;
}

/** Keeps `search_word`, the words of all documents as written, which completes and corrects queries. */
export class Lexicon {
  private readonly db: Db;
  private readonly counts = new Map<string, Count>();
  /** Words whose counts are to be written. */
  private readonly grown = new Set<string>();

  constructor(db: Db) {
    this.db = db;
  }

  /** Counts the words of a document; one that was indexed before only brings those that are new. */
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

  /** Called before the transaction ends. In their order, as they stand in the table. */
  write(): void {
    for (const word of [...this.grown].sort())
      this.db.runSql(
        'INSERT INTO search_word (word, docs) VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET docs = excluded.docs',
        [word, this.counts.get(word)?.docs ?? 1],
      );
    this.grown.clear();
  }

  private load(word: string): Count {
    const docs =
      this.db.oneSql<{ docs: number }>('SELECT docs FROM search_word WHERE word = ?', [word])?.docs ?? 0;
    const count = { docs, next: Math.max(1, docs * growth) };
    this.counts.set(detached(word), count);
    return count;
  }
}

const lexicons = new WeakMap<Db, Lexicon>();

/**
 * The connection's lexicon, for one transaction. What a transaction learnt that then rolls back is not in the table,
 * so only a commit hands it on.
 */
export function lexiconOf(db: Db): Lexicon {
  const lexicon = lexicons.get(db) ?? new Lexicon(db);
  lexicons.delete(db);
  db.onCommit(() => lexicons.set(db, lexicon));
  return lexicon;
}
