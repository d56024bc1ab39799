import type { Db } from '../database.ts';
import { stem, words } from './words.ts';

interface Term {
  text: string;
  /** The last column it was seen in, and how often there. */
  column: number;
  times: number;
}

interface Word {
  term: Term;
  /** About how many documents have it, and at how many that is written again. */
  docs: number;
  next: number;
  /** The last document it was counted for. */
  document: number;
}

/** Longer ones are no words; they are cut, in queries too. */
export const longestWord = 40;
const mostWords = 200_000;
/** A word said this often is what the text is about. */
const oftenTimes = 3;
/** Counts of documents only order words, so they need not be exact. */
const growth = 4;

/**
 * Turns texts into index terms and keeps `search_word`, the words of all documents as written, which completes and
 * corrects queries.
 */
export class Lexicon {
  private readonly db: Db;
  private readonly words = new Map<string, Word>();
  private readonly terms = new Map<string, Term>();
  private columns = 0;
  private documents = 0;
  private counts = true;

  constructor(db: Db) {
    this.db = db;
  }

  /** Begins a document; one that was indexed before does not count again. */
  begin(isNew: boolean): void {
    if (this.words.size > mostWords) {
      this.words.clear();
      this.terms.clear();
    }
    this.documents += 1;
    this.counts = isNew;
  }

  /** The terms of one column, each once, in order, and those it has often. */
  column(text: string): { terms: string[]; often: string[] } {
    this.columns += 1;
    const terms: string[] = [];
    const often: string[] = [];
    for (const found of words(text)) {
      const word = this.words.get(found) ?? this.add(found);
      if (word.document !== this.documents) this.count(found, word);
      const { term } = word;
      if (term.column !== this.columns) {
        term.column = this.columns;
        term.times = 1;
        terms.push(term.text);
      } else {
        term.times += 1;
        if (term.times === oftenTimes) often.push(term.text);
      }
    }
    return { terms, often };
  }

  private count(found: string, word: Word): void {
    word.document = this.documents;
    if (!this.counts && word.docs > 0) return;
    word.docs += 1;
    if (word.docs < word.next) return;
    word.next = word.docs * growth;
    this.db.runSql(
      'INSERT INTO search_word (word, docs) VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET docs = excluded.docs',
      [found.slice(0, longestWord), word.docs],
    );
  }

  private add(found: string): Word {
    const text = found.slice(0, longestWord);
    const stemmed = stem(text);
    let term = this.terms.get(stemmed);
    if (!term) this.terms.set(stemmed, (term = { text: stemmed, column: 0, times: 0 }));
    const docs =
      this.db.oneSql<{ docs: number }>('SELECT docs FROM search_word WHERE word = ?', [text])?.docs ?? 0;
    const word = { term, docs, next: Math.max(1, docs * growth), document: 0 };
    this.words.set(found, word);
    return word;
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
