import type { Namespace } from '../../../shared/model/wiki.ts';
import { isAdmin } from '../actor.ts';
import { readableGuides } from '../policy/guides.ts';
import { isAnythingKept, keptFrom } from '../policy/unsent-edits.ts';
import { allOf, listOf, sql } from '../sql.ts';
import type { SqlPart, StoredRow } from '../sql.ts';
import type { ReadAccess } from '../access.ts';
import { titleSeparator } from './analyse.ts';
import { categoryFacets } from './category-facets.ts';
import { facetTerm } from './facet.ts';
import { forgiven, withFewer } from './forgive.ts';
import type { Finds } from './forgive.ts';
import { searchLanguage } from './language.ts';
import { matchExpression, parseQuery, makeQuery } from './query.ts';
import type { QueryPart, ParsedQuery } from './query.ts';

export interface SearchOptions {
  text: string;
  /** Includes categories below it. Excludes wikis, as `type` does. */
  category?: string | undefined;
  type?: string | undefined;
  /** Guides, or wikis of these namespaces; all if absent. */
  kinds?: readonly SearchKind[] | undefined;
  limit: number;
  offset: number;
}

export type SearchKind = 'guide' | Namespace;

export interface Match {
  entry: number;
  kind: 'guide' | 'wiki';
  id: number;
  /** The title's words folded and unstemmed; then its index terms. */
  title_key: string;
  title_terms: string;
  /** Words of the query that it lacks, if no document has all. */
  without?: string[];
}

export interface SearchPage {
  /** The query that was searched for, possibly corrected. */
  query: ParsedQuery;
  corrected: string | null;
  total: number;
  page: Match[];
  /** All of them, at most `totalCap`. */
  matches: readonly Match[];
}

/** How many matches each filter would leave. */
export interface Facets {
  categories: [category: string, count: number][];
  types: [type: string, count: number][];
}

/** Maximum of matches that are counted, paged and filtered. */
export const totalCap = 200;
/** With this many matches of some words, no more are looked for with fewer words. */
const enough = 20;
/** Above this number of categories, a filter compares row by row. */
const mostFacetTerms = 100;
/** Maximum of filter chips that a screen can use. */
const mostCounts = 20;
const columns = sql`d.entry, d.kind, d.id, d.title_key, d.title_terms`;
const entryOnly = sql`d.entry`;
const lastCharacter = '\u{10ffff}';

interface Filter {
  condition: SqlPart;
  facets: string[][];
}

interface Place {
  table: SqlPart;
  /** All columns if absent. */
  columns?: string;
}

const titles = sql`search_title`;
const bodies = sql`search_body`;

const anywhere: Place = { table: bodies };
const inTitle: Place = { table: titles, columns: 'title' };
/** Places that order matches without all words in the title, most relevant first. */
const nearer: readonly Place[] = [
  { table: titles, columns: 'title category' },
  { table: bodies, columns: 'about' },
];

/** Searches guides and wikis that the viewer may see. */
export class SearchReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  find(options: SearchOptions): SearchPage {
    const { db } = this.s;
    const language = searchLanguage(this.s);
    const typed = parseQuery(db, language, options.text);
    if (typed.words.length === 0) {
      return { query: typed, corrected: null, total: 0, page: [], matches: [] };
    }
    const filter = this.filter(options);
    let query = typed;
    let matches = this.matches(query, filter);
    let isRanked = false;
    if (matches.length === 0) {
      const finds = this.counter();
      const { parts, lost } = forgiven(db, language, typed.parts, finds);
      query = makeQuery(typed, parts);
      if (lost.length === 0) matches = this.matches(query, filter);
      if (matches.length === 0) {
        matches = this.withFewer(query, lost, filter, finds);
        isRanked = true;
      }
    }
    const until = options.offset + options.limit;
    const ranked = isRanked ? matches.slice(0, until) : this.ranked(query, filter, matches, until);
    const isCorrected = query.words.some((word) => !typed.words.includes(word));
    return {
      query,
      corrected: isCorrected && matches.length > 0 ? query.words.join(' ') : null,
      total: matches.length,
      page: ranked.slice(options.offset),
      matches,
    };
  }

  /** Counts the categories and types of a search's matches, for an answer that shows them. */
  facetsOf({ matches }: Pick<SearchPage, 'matches'>, { category }: Pick<SearchOptions, 'category'>): Facets {
    const rows = this.s.db.all(sql<StoredRow<'search_doc', 'category' | 'type'>>`SELECT d.category, d.type
       FROM search_doc d WHERE d.entry IN ${listOf(matches.map(({ entry }) => entry))}`);
    const categories = rows.map((row) => row.category);
    return {
      categories: mostCommon(categoryFacets(this.s, categories, category)),
      types: mostCommon(counted(rows.map(({ type }) => type))),
    };
  }

  /** Returns a function that counts the documents that the viewer may see and that have all parts, at most `totalCap`. */
  private counter(): Finds {
    const filter = this.filter({});
    const known = new Map<string, number>();
    return (parts) => {
      if (parts.length === 0) return 0;
      const key = matchExpression(parts, { facets: [] });
      const count = known.get(key) ?? this.select(entryOnly, parts, anywhere, filter).length;
      known.set(key, count);
      return count;
    };
  }

  /** Returns at most `totalCap` matches. If a query has more, those with its words in the title come first: a page shows only these. */
  private matches(query: ParsedQuery, filter: Filter): Match[] {
    const found = this.among(query.parts, anywhere, filter);
    // A title that begins with whole words has all of them, so it is among these.
    if (found.length < totalCap && !query.growing) return found;
    // An incomplete word stands for its most common completions only; a title that begins with the query may contain a
    // rarer one.
    const beginning = this.beginning(query, filter);
    if (found.length < totalCap) return beginning.length === 0 ? found : unique([...found, ...beginning]);
    return unique([...beginning, ...this.among(query.parts, inTitle, filter), ...found]).slice(0, totalCap);
  }

  /**
   * Returns the first `count` matches, best first. Of matches that are as good, guides come before pages, except for pages that are
   * called like the query; ties go to the shorter title, then to kind and id, so that the order is the same on every machine.
   */
  private ranked(
    query: ParsedQuery,
    filter: Filter,
    matches: Match[],
    count: number,
    rankOf = titleRank(query),
  ): Match[] {
    const ranked = matches
      .map((match) => ({ match, rank: rankOf(match), length: ownTitle(match).length }))
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          (a.rank > called ? byKind(a.match, b.match) : 0) ||
          a.length - b.length ||
          byId(a.match, b.match),
      );
    const inTitles = ranked.findIndex(({ rank }) => rank === notInTitle);
    const all = ranked.map(({ match }) => match);
    if (inTitles < 0 || inTitles >= count) return all.slice(0, count);
    let sorted = all.slice(0, inTitles);
    let rest = all.slice(inTitles);
    for (const place of nearer) {
      if (rest.length < 2 || sorted.length >= count) break;
      const near = new Set(this.entries(query.parts, place, filter).map(({ entry }) => entry));
      sorted = [...sorted, ...rest.filter(({ entry }) => near.has(entry))];
      rest = rest.filter(({ entry }) => !near.has(entry));
    }
    return [...sorted, ...rest].slice(0, count);
  }

  /** Returns documents whose titles begin with the query. */
  private beginning({ titleKey: key, growing }: ParsedQuery, filter: Filter): Match[] {
    return this.s.db.all(sql<Match>`SELECT ${columns} FROM search_doc d
       WHERE d.title_key >= ${key} AND d.title_key < ${key + lastCharacter}
         AND (${growing ? 1 : 0} OR substr(d.title_key, ${key.length + 1}, 1) IN ('', ' '))
       AND ${filter.condition} ORDER BY d.title_key LIMIT ${totalCap}`);
  }

  private among(parts: readonly QueryPart[], place: Place, filter: Filter): Match[] {
    return this.select<Match>(columns, parts, place, filter);
  }

  /**
   * Returns the matches in one place, to be compared with matches that the viewer may see. If there are few, it includes those that the
   * viewer may not see, because leaving them out takes longer.
   */
  private entries(parts: readonly QueryPart[], place: Place, filter: Filter): Pick<Match, 'entry'>[] {
    const { table } = place;
    const match = matchExpression(parts, { columns: place.columns, facets: filter.facets });
    const all = this.s.db.all(sql<Pick<Match, 'entry'>>`SELECT rowid AS entry
       FROM ${table} WHERE ${table} MATCH ${match} LIMIT ${totalCap}`);
    return all.length < totalCap ? all : this.select(entryOnly, parts, place, filter);
  }

  /** Returns unsorted matches in one place: without ranking in the index a common word is as fast as a rare one. */
  private select<Row extends Pick<Match, 'entry'>>(
    selected: SqlPart,
    parts: readonly QueryPart[],
    place: Place,
    filter: Filter,
  ): Row[] {
    const { table } = place;
    const match = matchExpression(parts, { columns: place.columns, facets: filter.facets });
    return this.s.db.all(sql<Row>`SELECT ${selected}
       FROM ${table} CROSS JOIN search_doc d ON d.entry = ${table}.rowid
       WHERE ${table} MATCH ${match} AND ${filter.condition} LIMIT ${totalCap}`);
  }

  private filter({ category, type, kinds }: Pick<SearchOptions, 'category' | 'type' | 'kinds'>): Filter {
    const { viewer } = this.s;
    const conditions: SqlPart[] = [];
    const facets: string[][] = [];
    if (!isAdmin(viewer)) {
      const isHidden = isAnythingKept(this.s)
        ? sql`CASE d.kind WHEN 'guide' THEN d.id IN ${keptFrom('guide', viewer)} ELSE d.id IN ${keptFrom('wiki', viewer)} END`
        : sql`0`;
      conditions.push(sql`(d.public = 1 AND NOT ${isHidden}
         OR d.kind = 'guide' AND EXISTS (SELECT 1 FROM guide g WHERE g.guideid = d.id AND ${readableGuides(viewer)}))`);
    }
    if (type !== undefined) {
      conditions.push(sql`d.type = ${type}`);
      facets.push([facetTerm('type', type)]);
    }
    if (kinds !== undefined) {
      conditions.push(sql`CASE d.kind WHEN 'guide' THEN ${kinds.includes('guide') ? 1 : 0} ELSE EXISTS (
         SELECT 1 FROM wiki w WHERE w.wikiid = d.id AND w.namespace IN ${listOf(kinds)}) END`);
    }
    if (category !== undefined) {
      const categories = this.withBelow(category);
      conditions.push(sql`d.category IN ${listOf(categories)}`);
      if (categories.length <= mostFacetTerms)
        facets.push(categories.map((title) => facetTerm('category', title)));
    }
    return { condition: conditions.length > 0 ? allOf(conditions) : sql`1`, facets };
  }

  private withBelow(category: string): string[] {
    return this.s.db
      .all(sql<{ title: string }>`WITH RECURSIVE below(title) AS (
           SELECT ${category} UNION SELECT w.title
           FROM below b JOIN wiki w ON w.parent = b.title AND w.deleted = 0
         ) SELECT title FROM below`)
      .map(({ title }) => title);
  }

  /** Returns matches of as many parts as any document has; then of fewer, until there are enough for a page. */
  private withFewer(query: ParsedQuery, lost: readonly QueryPart[], filter: Filter, finds: Finds): Match[] {
    const matches: Match[] = [];
    const seen = new Set<number>();
    for (const combinations of withFewer(query.parts, finds)) {
      const level = combinations.flatMap((parts) => {
        // All of them were searched for before.
        if (lost.length === 0 && parts.length === query.parts.length) return [];
        const kept = makeQuery(query, parts);
        // No title is the query itself.
        const rankOf = notCalled(titleRank(kept));
        const without = [...lost, ...query.parts.filter((part) => !parts.includes(part))].map(({ words }) =>
          words.join(' '),
        );
        return this.ranked(kept, filter, this.matches(kept, filter), enough, rankOf).map((match) => ({
          match: { ...match, without },
          rank: rankOf(match),
        }));
      });
      for (const { match } of level.sort((a, b) => a.rank - b.rank || byKind(a.match, b.match))) {
        if (seen.has(match.entry)) continue;
        seen.add(match.entry);
        matches.push(match);
      }
      if (matches.length >= enough) break;
    }
    return matches;
  }
}

/** Ranks up to this one are titles that are the query, begin with it, or have its words and no others. */
const called = 2;
const notInTitle = 5;

/** Returns a function that ranks a title: 0 is the query itself, `notInTitle` lacks one of its parts. */
function titleRank({ titleKey: key, growing, parts }: ParsedQuery): (match: Match) => number {
  const spaced = (terms: string[]): string[] => terms.map((term) => ` ${term} `);
  const wanted = parts.map(({ own: [own = []], others, growing: grows, words: typed }) => ({
    own: spaced(own),
    others: others.map(spaced),
    beginning: grows ? ` ${typed.join(' ')}` : undefined,
  }));
  const { length } = parts.flatMap(({ own: [own = []] }) => own).join(' ');
  const beginning = growing ? key : `${key} `;
  const rankOf = ({ title_key, title_terms }: Pick<Match, 'title_key' | 'title_terms'>): number => {
    const terms = ` ${title_terms} `;
    let hasOwn = true;
    for (const part of wanted) {
      if (hasAll(terms, part.own)) continue;
      hasOwn = false;
      const isNear =
        part.others.some((other) => hasAll(terms, other)) ||
        (part.beginning !== undefined && ` ${title_key}`.includes(part.beginning));
      if (!isNear) return notInTitle;
    }
    if (!hasOwn) return 4;
    return title_terms.length === length ? called : 3;
  };
  return ({ title_key, title_terms }) => {
    if (title_key === key) return 0;
    if (title_key.startsWith(beginning)) return 1;
    if (!title_terms.includes(titleSeparator)) return rankOf({ title_key, title_terms });
    const [own = '', ...translated] = title_terms.split(titleSeparator);
    return Math.min(
      rankOf({ title_key, title_terms: own }),
      ...translated.map((terms) => rankOf({ title_key: '', title_terms: terms })),
    );
  };
}

/** Returns the terms of a title in the document's own language. */
function ownTitle({ title_terms }: Pick<Match, 'title_terms'>): string {
  const end = title_terms.indexOf(titleSeparator);
  return end < 0 ? title_terms : title_terms.slice(0, end);
}

function hasAll(terms: string, all: readonly string[]): boolean {
  for (const term of all) if (!terms.includes(term)) return false;
  return true;
}

const notCalled =
  (rankOf: (match: Match) => number) =>
  (match: Match): number =>
    Math.max(called + 1, rankOf(match));

const byKind = (a: Match, b: Match): number => Number(a.kind > b.kind) - Number(a.kind < b.kind);
const byId = (a: Match, b: Match): number => byKind(a, b) || a.id - b.id;

const unique = (matches: Match[]): Match[] => [
  ...new Map(matches.map((match) => [match.entry, match])).values(),
];

/** Returns how often each value occurs. */
function counted(values: (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns the most common values with counts, most common first. */
function mostCommon(counts: ReadonlyMap<string, number>): [value: string, count: number][] {
  const byCount = ([x, a]: [string, number], [y, b]: [string, number]): number => b - a || (x < y ? -1 : 1);
  return [...counts].sort(byCount).slice(0, mostCounts);
}
