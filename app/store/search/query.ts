import { limits } from '../../../shared/limits.ts';
import type { Db } from '../database.ts';
import { longestWord } from './lexicon.ts';
import { completions } from './vocabulary.ts';
import { stem, words } from './words.ts';

/** A query as a person typed it; all words are required. */
export interface Query {
  words: string[];
  /** Whether the last word may be incomplete: nothing was typed after it. */
  growing: boolean;
  /** Index terms that the last word may stand for, its own first. */
  last: string[];
}

/** Parses a query; ignores what exceeds the limits of length and words. */
export function parseQuery(db: Db, text: string): Query {
  const typed = text.slice(0, limits.search.text.max);
  const found = [...new Set(words(typed).map((word) => word.slice(0, longestWord)))];
  return queryOf(
    db,
    found.slice(0, limits.search.words.max),
    found.length <= limits.search.words.max && !/\s$/.test(typed),
  );
}

export function queryOf(db: Db, words: string[], growing: boolean): Query {
  const last = words.at(-1);
  return { words, growing, last: last === undefined ? [] : growing ? completions(db, last) : [stem(last)] };
}

export interface MatchOptions {
  /** All columns if absent. */
  columns?: string | undefined;
  /** One term of each of these lists is required. */
  facets: string[][];
}

/** Returns an FTS5 expression for all words of a query. Terms consist of letters, digits and our own marks, so quoting is sufficient. */
export function matchExpression(query: Query, { columns, facets }: MatchOptions): string {
  const terms = query.words.slice(0, -1).map((word) => [stem(word)]);
  terms.push(query.last);
  const text = terms.map(anyOf).join(' AND ');
  return [
    columns ? `{${columns}} : (${text})` : text,
    ...facets.map((facet) => `facet : ${anyOf(facet)}`),
  ].join(' AND ');
}

const anyOf = (terms: string[]): string => `(${terms.map((term) => `"${term}"`).join(' OR ')})`;
