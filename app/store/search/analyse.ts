import { hash } from 'node:crypto';

import { longestWord } from './lexicon.ts';
import { detached, stem, words } from './words.ts';

export interface SearchFields {
  title: string;
  category: string;
  /** Names of tools and parts. */
  items: string;
  text: string;
}

/** A document's index terms, separated by spaces. */
export interface Analysed {
  /** Hash of the texts; while it is the same, so are all other fields. */
  digest: string;
  /** Words of the title in order, unstemmed. */
  titleKey: string;
  title: string;
  category: string;
  /** `about`: terms of everything the document is about; `rest`: the other terms of its text. */
  about: string;
  rest: string;
  /** Every distinct word as written. */
  words: string;
}

export const digestOf = ({ title, category, items, text }: SearchFields): string =>
  hash('sha1', [title, category, items, text].join('\0'), 'base64');

/** Between the title of a document and those of its translations. No term has it. */
export const titleSeparator = ' / ';

/** Returns the terms of a document and of its translations, so that it is found by the words of each of its languages. */
export function withTranslations(own: Analysed, translations: readonly Analysed[]): Analysed {
  if (translations.length === 0) return own;
  const all = [own, ...translations];
  const distinct = (texts: string[]): Set<string> => new Set(texts.filter(Boolean).join(' ').split(' '));
  const about = distinct(all.map((one) => one.about));
  return {
    ...own,
    digest: all.map(({ digest }) => digest).join(' '),
    title: all
      .map(({ title }) => title)
      .filter(Boolean)
      .join(titleSeparator),
    about: [...about].join(' '),
    rest: [...distinct(all.map(({ rest }) => rest))].filter((term) => !about.has(term)).join(' '),
    words: [...distinct(all.map((one) => one.words))].join(' '),
  };
}

interface Term {
  text: string;
  /** The last column that contained it, and how often. */
  column: number;
  times: number;
}

interface Word {
  term: Term;
  /** The last document that contained it. */
  document: number;
}

/** A word that occurs this often is what the text is about. */
const oftenTimes = 3;
const mostWords = 200_000;

/** Caches stems, because documents share most words. */
const known = new Map<string, Word>();
const terms = new Map<string, Term>();
let columns = 0;
let documents = 0;

/** Turns texts into index terms. Needs no store. */
export function analyse(fields: SearchFields): Analysed {
  if (known.size > mostWords) {
    known.clear();
    terms.clear();
  }
  documents += 1;
  const found: string[] = [];
  const title = column(fields.title, found).all;
  const category = column(fields.category, found).all;
  const items = column(fields.items, found).all;
  const { all, often } = column(fields.text, found);
  const about = new Set([...title, ...category, ...items, ...often]);
  return {
    digest: digestOf(fields),
    titleKey: words(fields.title).join(' '),
    title: title.join(' '),
    category: category.join(' '),
    about: [...about].join(' '),
    rest: all.filter((term) => !about.has(term)).join(' '),
    words: found.join(' '),
  };
}

/** Returns the distinct terms of one column in order, and those that occur often. */
function column(text: string, found: string[]): { all: string[]; often: string[] } {
  columns += 1;
  const all: string[] = [];
  const often: string[] = [];
  for (const written of words(text)) {
    const word = known.get(written) ?? add(written);
    if (word.document !== documents) {
      word.document = documents;
      found.push(written.slice(0, longestWord));
    }
    const { term } = word;
    if (term.column !== columns) {
      term.column = columns;
      term.times = 1;
      all.push(term.text);
    } else {
      term.times += 1;
      if (term.times === oftenTimes) often.push(term.text);
    }
  }
  return { all, often };
}

function add(written: string): Word {
  const stemmed = detached(stem(written.slice(0, longestWord)));
  let term = terms.get(stemmed);
  if (!term) terms.set(stemmed, (term = { text: stemmed, column: 0, times: 0 }));
  const word = { term, document: 0 };
  known.set(detached(written), word);
  return word;
}
