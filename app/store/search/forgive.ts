import type { Db } from '../database.ts';
import { partOf, partsOf } from './query.ts';
import type { QueryPart } from './query.ts';
import type { SearchLanguage } from './language.ts';
import { oneOff, splits, twoOff } from './vocabulary.ts';

/** Shorter beginnings of words have too many ends. */
const shortestBeginning = 3;
/** An existing word this short is not replaced by another: "tire" and "wire" are different things. */
const shortestReplaced = 5;
/** Parts and combinations of parts that are searched for when no document has all. */
const most = { parts: 8, combinations: 40 } as const;

/** Parts that documents have, after corrections; and those that no document has. */
export interface Forgiven {
  parts: QueryPart[];
  lost: QueryPart[];
}

/** Counts documents that the viewer may see, so that a correction never reveals a word of a hidden document. */
export type Finds = (parts: readonly QueryPart[]) => number;

/**
 * Returns the parts of a query that finds nothing with misspelt words replaced. Those that occur nowhere are replaced where
 * possible; if all occur but never together, the one whose replacement finds most is replaced.
 */
export function forgiven(
  db: Db,
  language: SearchLanguage,
  typed: readonly QueryPart[],
  finds: Finds,
): Forgiven {
  const isLost = typed.map((part) => finds([part]) === 0);
  const parts = [...typed];
  if (!isLost.includes(true)) {
    const candidates = typed.flatMap((part, index) =>
      (part.words[0] ?? '').length < shortestReplaced
        ? []
        : corrections(db, language, part, oneOff).map((one) => typed.toSpliced(index, 1, ...one)),
    );
    return { parts: best(candidates, finds) ?? parts, lost: [] };
  }
  const kept = new Set(typed.filter((_, index) => !isLost[index]));
  const lost: QueryPart[] = [];
  const found = typed.flatMap((part, index) => {
    if (!isLost[index]) return [part];
    const others = [...kept];
    const replaced = replacement(db, language, part, (candidate) => finds([...candidate, ...others]), finds);
    if (replaced) for (const one of replaced) kept.add(one);
    else lost.push(part);
    return replaced ?? [];
  });
  return { parts: regrouped(db, language, found), lost };
}

/** Returns parts with phrases put together that were recognized only after a correction: "coffe machine". */
const regrouped = (db: Db, language: SearchLanguage, parts: QueryPart[]): QueryPart[] =>
  parts.slice(0, -1).some(({ growing }) => growing)
    ? parts
    : partsOf(
        db,
        language,
        parts.flatMap(({ words }) => words),
        parts.at(-1)?.growing === true,
      );

/** Returns replacements for a part that occurs nowhere, preferably words that occur together with the other parts. */
function replacement(
  db: Db,
  language: SearchLanguage,
  part: QueryPart,
  together: Finds,
  alone: Finds,
): readonly QueryPart[] | undefined {
  const [word = '', ...more] = part.words;
  if (more.length > 0) return undefined;
  const kinds: (() => QueryPart[][])[] = [
    () => (part.growing || word.length < shortestBeginning ? [] : [[partOf(db, [word], true)]]),
    () => corrections(db, language, part, oneOff),
    () =>
      splits(db, word, (half) => language.synonyms.has(half)).map((halves) =>
        partsOf(db, language, halves, part.growing),
      ),
    () => corrections(db, language, part, twoOff),
  ];
  let second: QueryPart[] | undefined;
  for (const candidatesOf of kinds) {
    const candidates = candidatesOf();
    const found = best(candidates, together);
    if (found) return found;
    second ??= best(candidates, alone);
  }
  return second;
}

const corrections = (
  db: Db,
  language: SearchLanguage,
  { words: [word = '', ...more], growing }: QueryPart,
  near: typeof oneOff,
): QueryPart[][] =>
  more.length > 0 ? [] : near(db, word, growing).map((one) => partsOf(db, language, [one], false));

/** Returns the first candidate with the most matches; undefined if none has any. */
function best(candidates: readonly QueryPart[][], finds: Finds): QueryPart[] | undefined {
  let highest = 0;
  let found: QueryPart[] | undefined;
  for (const candidate of candidates) {
    const count = finds(candidate);
    if (count > highest) {
      highest = count;
      found = candidate;
    }
  }
  return found;
}

/** Yields all parts, then the combinations without one of them, without two, and so on; those that keep rare parts first. */
export function* withFewer(parts: readonly QueryPart[], finds: Finds): Generator<QueryPart[][]> {
  const rarest = parts
    .map((part) => ({ part, count: finds([part]) }))
    .sort((a, b) => a.count - b.count)
    .slice(0, most.parts)
    .map(({ part }) => part);
  let left: number = most.combinations;
  for (let size = rarest.length; size > 0 && left > 0; size -= 1) {
    const combinations = [...choose(rarest, size)].slice(0, left);
    left -= combinations.length;
    yield combinations.map((kept) => parts.filter((part) => kept.includes(part)));
  }
}

/** Yields the ways to choose some of the items, those with the first items first. */
function* choose<T>(items: readonly T[], size: number): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, item] of items.entries())
    for (const rest of choose(items.slice(index + 1), size - 1)) yield [item, ...rest];
}
