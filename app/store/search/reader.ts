import { isAdmin } from '../actor.ts';
import { visibleGuides } from '../personal/visible-guides.ts';
import type { StoreReader } from '../store.ts';
import { facetTerm } from './facet.ts';
import { matchExpression, parseQuery, queryOf } from './query.ts';
import type { Query } from './query.ts';
import { corrections } from './vocabulary.ts';

export interface SearchOptions {
  text: string;
  /** With everything below it; leaves wikis out, as `type` does. */
  category?: string | undefined;
  type?: string | undefined;
  limit: number;
  offset: number;
}

export interface Match {
  entry: number;
  kind: 'guide' | 'wiki';
  id: number;
  type: string | null;
  category: string | null;
}

export interface Found {
  /** The words searched for. */
  query: Query;
  corrected: string | null;
  total: number;
  page: Match[];
  categories: [category: string, count: number][];
  types: [type: string, count: number][];
}

/** Matches are counted, paged and filtered up to here. */
export const totalCap = 500;
/** More categories than this below a filter are compared row by row. */
const mostFacetTerms = 100;
/** Filter chips a screen can have use for. */
const mostCounts = 20;
const lastCharacter = '\u{10ffff}';

interface Filter {
  sql: string;
  parameters: Record<string, unknown>;
  facets: string[][];
}

interface Tier {
  table: 'search_title' | 'search_body';
  /** All when absent. */
  columns?: string;
  /** The last word is taken as it is. */
  whole?: boolean;
}

/** From the best matches to those that are only somewhere in the text. */
const tiers: readonly Tier[] = [
  { table: 'search_title', columns: 'title', whole: true },
  { table: 'search_title', columns: 'title' },
  { table: 'search_title', columns: 'title category' },
  { table: 'search_body', columns: 'title category focus' },
];
const anywhere: Tier = { table: 'search_body' };

/** Finds guides and wikis the viewer may see. */
export class SearchReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  find(options: SearchOptions): Found {
    const typed = parseQuery(this.s.db, options.text);
    if (typed.words.length === 0) {
      return { query: typed, corrected: null, total: 0, page: [], categories: [], types: [] };
    }
    const filter = this.filter(options);
    let query = typed;
    let matches = this.matches(query, filter);
    if (matches.length === 0) {
      query = this.corrected(typed) ?? typed;
      if (query !== typed) matches = this.matches(query, filter);
    }
    return {
      query,
      corrected: query === typed ? null : query.words.join(' '),
      total: matches.length,
      page: this.ranked(query, filter, matches, options.offset + options.limit).slice(options.offset),
      categories: counted(matches.map(({ category }) => category)),
      types: counted(matches.map(({ type }) => type)),
    };
  }

  /** All matches, the shortest titles first, as many as are counted. */
  private matches(query: Query, filter: Filter): Match[] {
    const found = this.tier(query, anywhere, filter, totalCap);
    if (found.length === totalCap) return found;
    // A growing word stands for the commonest words only; a title that begins with it may hold another.
    return unique([...found, ...this.beginning(query, filter)]).slice(0, totalCap);
  }

  /** The first `count` matches, best first. Each tier is only asked for what the ones before left open. */
  private ranked(query: Query, filter: Filter, matches: Match[], count: number): Match[] {
    const wanted = Math.min(count, matches.length);
    let best = wanted === 0 ? [] : this.beginning(query, filter);
    for (const tier of tiers) {
      if (best.length >= wanted) break;
      if (tier.whole && !query.growing) continue;
      best = unique([...best, ...this.tier(query, tier, filter, count)]);
    }
    return (best.length >= wanted ? best : unique([...best, ...matches])).slice(0, wanted);
  }

  /** Titles that are the query, then those that begin with it. */
  private beginning({ words: typed, growing }: Query, filter: Filter): Match[] {
    const key = typed.join(' ');
    return this.s.db.allSql<Match>(
      `SELECT d.entry, d.kind, d.id, d.type, d.category FROM search_doc d
       WHERE d.title_key >= :key AND d.title_key < :end AND (:growing OR substr(d.title_key, :next, 1) IN ('', ' '))
       AND ${filter.sql} ORDER BY d.title_key, d.entry LIMIT :limit`,
      [
        {
          ...filter.parameters,
          key,
          end: key + lastCharacter,
          growing: growing ? 1 : 0,
          next: key.length + 1,
          limit: totalCap,
        },
      ],
    );
  }

  /** Matches of one tier in the order of the index, which is its rank: a common word is as quick as a rare one. */
  private tier(query: Query, { table, columns, whole }: Tier, filter: Filter, limit: number): Match[] {
    return this.s.db.allSql<Match>(
      `SELECT d.entry, d.kind, d.id, d.type, d.category FROM ${table} CROSS JOIN search_doc d ON d.entry = ${table}.rowid
       WHERE ${table} MATCH :match AND ${filter.sql} ORDER BY ${table}.rowid LIMIT :limit`,
      [{ ...filter.parameters, match: matchExpression(query, { columns, whole, facets: filter.facets }), limit }],
    );
  }

  private filter({ category, type }: Pick<SearchOptions, 'category' | 'type'>): Filter {
    const { viewer } = this.s;
    const conditions: string[] = [];
    const parameters: Record<string, unknown> = {};
    const facets: string[][] = [];
    if (!isAdmin(viewer)) {
      const visible = visibleGuides(viewer);
      conditions.push(`(d.public = 1 OR EXISTS (SELECT 1 FROM guide g WHERE g.guideid = d.id AND ${visible.sql}))`);
      Object.assign(parameters, visible.parameters);
    }
    if (type !== undefined) {
      conditions.push('d.type = :type');
      parameters['type'] = type;
      facets.push([facetTerm('type', type)]);
    }
    if (category !== undefined) {
      const categories = this.withBelow(category);
      conditions.push('d.category IN (SELECT value FROM json_each(:categories))');
      parameters['categories'] = JSON.stringify(categories);
      if (categories.length <= mostFacetTerms) facets.push(categories.map((title) => facetTerm('category', title)));
    }
    return { sql: conditions.join(' AND ') || '1', parameters, facets };
  }

  private withBelow(category: string): string[] {
    return this.s.db
      .allSql<{ title: string }>(
        `WITH RECURSIVE below(title) AS (
           SELECT ? UNION SELECT w.title FROM below b JOIN wiki w ON w.parent = b.title AND w.deleted = 0
         ) SELECT title FROM below`,
        [category],
      )
      .map(({ title }) => title);
  }

  /**
   * The query with misspelt words replaced, if that finds anything. Words that are nowhere are replaced where they
   * can be; if all are somewhere but never together, the one whose replacement finds most.
   */
  private corrected(typed: Query): Query | undefined {
    const all = this.filter({});
    const finds = (query: Query): number => this.tier(query, anywhere, all, totalCap).length;
    if (finds(typed) > 0) return undefined;
    const { db } = this.s;
    const isLast = (index: number): boolean => index === typed.words.length - 1;
    const replaced = (query: Query, index: number): Query[] => {
      const growing = typed.growing && isLast(index);
      return corrections(db, query.words[index] ?? '', growing).map((word) =>
        queryOf(db, query.words.with(index, word), query.growing && !growing),
      );
    };
    const missing = new Set<number>();
    for (const [index, word] of typed.words.entries()) {
      if (finds(queryOf(db, [word], typed.growing && isLast(index))) === 0) missing.add(index);
    }
    if (missing.size === 0) return best(typed.words.flatMap((_, index) => replaced(typed, index)), finds);
    let query: Query | undefined = typed;
    for (const index of [...missing]) {
      missing.delete(index);
      // What is still missing when one word is judged is left out of the judgement.
      const judged = ({ words, growing }: Query): number =>
        finds(queryOf(db, words.filter((_, i) => !missing.has(i)), growing && !missing.has(words.length - 1)));
      query = query && best(replaced(query, index), judged);
    }
    return query;
  }
}

/** The first of those that find most; undefined when none finds anything. */
function best(candidates: Query[], finds: (query: Query) => number): Query | undefined {
  let most = 0;
  let found: Query | undefined;
  for (const candidate of candidates) {
    const count = finds(candidate);
    if (count > most) {
      most = count;
      found = candidate;
    }
  }
  return found;
}

const unique = (matches: Match[]): Match[] => [...new Map(matches.map((match) => [match.entry, match])).values()];

/** The commonest, most first. */
function counted(values: (string | null)[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, mostCounts);
}
