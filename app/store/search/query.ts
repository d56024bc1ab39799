import { limits } from '../../../shared/limits.ts';
import type { Db } from '../database.ts';
import type { SearchLanguage } from './language.ts';
import { longestWord } from './lexicon.ts';
import { completions, isKnownWord } from './vocabulary.ts';
import { stem, words } from './words.ts';

/** One thing that a query asks for: a word, or several that mean one thing ("solid state drive"). */
export interface QueryPart {
  words: string[];
  /** True if its last word may be incomplete: nothing was typed after it. */
  growing: boolean;
  /** Index terms of its words, all required; and of longer words if it is growing. The words' own come first. */
  own: string[][];
  /** Index terms of synonyms and other spellings. */
  others: string[][];
}

/** A query as a person typed it; all parts are required. */
export interface ParsedQuery {
  /** All words, including stop words such as "how to". */
  words: string[];
  /** As a title of these words is stored. */
  titleKey: string;
  growing: boolean;
  parts: QueryPart[];
}

/** "won't" is typed as "wont" as often. */
const contraction = /n['’]t\b/giu;

/** Parses a query; ignores what exceeds the limits of length and words. */
export function parseQuery(db: Db, language: SearchLanguage, text: string): ParsedQuery {
  const typed = text.slice(0, limits.search.text.max);
  const asTitle = words(typed);
  const joined = typed.replace(contraction, 'nt');
  const spoken = joined === typed ? asTitle : words(joined);
  const found = [...new Set(spoken.map((word) => word.slice(0, longestWord)))];
  const all = found.slice(0, limits.search.words.max);
  const growing = found.length <= limits.search.words.max && !/\s$/.test(typed);
  const telling = all.filter((word) => !language.stopWords.has(word));
  const asked = telling.length === 0 ? all : telling;
  const parts = partsOf(db, language, asked, growing && asked.at(-1) === all.at(-1));
  return { words: all, titleKey: asTitle.join(' '), growing, parts };
}

/** Returns a query for other parts than a person typed. */
export function makeQuery({ growing }: ParsedQuery, parts: QueryPart[]): ParsedQuery {
  const all = parts.flatMap((part) => part.words);
  return { words: all, titleKey: all.join(' '), growing: growing && parts.at(-1)?.growing === true, parts };
}

/** Groups words that are written apart or together, or that have synonyms as a phrase. */
export function partsOf(db: Db, language: SearchLanguage, asked: string[], growing: boolean): QueryPart[] {
  const stems = asked.map(stem);
  const isTogether = (at: number): boolean =>
    at + 1 < asked.length && isKnownWord(db, `${asked[at]}${asked[at + 1]}`);
  const parts: QueryPart[] = [];
  for (let at = 0; at < asked.length;) {
    const { length: phrase, others } = language.synonyms.at(stems, at);
    const length = phrase === 1 && isTogether(at) ? 2 : phrase;
    const taken = asked.slice(at, at + length);
    const part = partOf(db, taken, growing && at + length === asked.length);
    parts.push(length === phrase ? { ...part, others: [...part.others, ...others] } : part);
    at += length;
  }
  return parts;
}

/** Returns the part for one word, or for several that belong together; two of them may also be written as one. */
export function partOf(db: Db, taken: string[], growing: boolean): QueryPart {
  const ends = (word: string): string[] => (growing ? completions(db, word) : [stem(word)]);
  const before = taken.slice(0, -1).map(stem);
  return {
    words: taken,
    growing,
    own: ends(taken.at(-1) ?? '').map((end) => [...before, end]),
    others: taken.length === 2 ? ends(taken.join('')).map((end) => [end]) : [],
  };
}

export interface MatchOptions {
  /** All columns if absent. */
  columns?: string | undefined;
  /** One term of each of these lists is required. */
  facets: string[][];
}

/** Returns an FTS5 expression for all parts of a query. Terms consist of letters, digits and our own marks, so quoting is sufficient. */
export function matchExpression(parts: readonly QueryPart[], { columns, facets }: MatchOptions): string {
  const text = parts
    .map(({ own, others }) => `(${[...own, ...others].map(allOf).join(' OR ')})`)
    .join(' AND ');
  return [
    columns ? `{${columns}} : (${text})` : text,
    ...facets.map((terms) => `facet : (${terms.map(quoted).join(' OR ')})`),
  ].join(' AND ');
}

const quoted = (term: string): string => `"${term}"`;
const allOf = (terms: string[]): string =>
  terms.length === 1 ? quoted(terms[0] ?? '') : `(${terms.map(quoted).join(' AND ')})`;
