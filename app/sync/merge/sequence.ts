import { same } from './value.ts';
import type { Merge, Merged } from './value.ts';

/** What an item of a sequence is known by; items without one are new. */
type Key = string | number;

interface SequenceOptions<Item> {
  /** The same item has the same key in every version. */
  keyOf(item: Item): Key;
  merge: Merge<Item>;
}

/**
 * Merges ordered lists of items with keys: edits of different items, inserts, deletes and moves. An item that one side
 * edited and the other deleted, and two different new orders of the same items, cannot be merged.
 */
export function mergeSequence<Item>(
  versions: { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] },
  { keyOf, merge }: SequenceOptions<Item>,
): Merged<Item[]> {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(
    (items) => new Map(items.map((item) => [keyOf(item), item])),
  ) as [Map<Key, Item>, Map<Key, Item>, Map<Key, Item>];
  const merged = new Map<Key, Item>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const outcome = mergeItem(base.get(key), mine.get(key), theirs.get(key), merge);
    if (!outcome.ok) return outcome;
    if (outcome.value !== undefined) merged.set(key, outcome.value);
  }
  const order = mergeOrder(
    [...base.keys()].filter((key) => merged.has(key)),
    [...mine.keys()].filter((key) => merged.has(key)),
    [...theirs.keys()].filter((key) => merged.has(key)),
    (a, b) => compare(merged.get(a), merged.get(b)),
  );
  if (!order.ok) return order;
  return { ok: true, value: order.value.flatMap((key) => merged.get(key) ?? []) };
}

function mergeItem<Item>(
  base: Item | undefined,
  mine: Item | undefined,
  theirs: Item | undefined,
  merge: Merge<Item>,
): Merged<Item | undefined> {
  if (mine !== undefined && theirs !== undefined) {
    if (base !== undefined) return merge(base, mine, theirs);
    return same(mine, theirs) ? { ok: true, value: mine } : { ok: false };
  }
  const kept = mine ?? theirs;
  // New on one side, or deleted on the other, which is right only for what was not edited.
  if (base === undefined) return { ok: true, value: kept };
  return same(kept, base) ? { ok: true, value: undefined } : { ok: false };
}

/**
 * One order of everything in `mine` and `theirs`. What is new follows the item it was put behind; two new ones behind
 * the same item stand in the order `tie` gives, so that it does not matter who came first.
 */
export function mergeOrder(
  base: readonly Key[],
  mine: readonly Key[],
  theirs: readonly Key[],
  tie: (a: Key, b: Key) => number,
): Merged<Key[]> {
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const inAll = new Set(base.filter((key) => inMine.has(key) && inTheirs.has(key)));
  const common = (keys: readonly Key[]): Key[] => keys.filter((key) => inAll.has(key));
  const [was, my, their] = [common(base), common(mine), common(theirs)];
  if (!same(my, was) && !same(their, was) && !same(my, their)) return { ok: false };
  const result: Key[] = same(my, was) ? their : my;
  const inserted = new Map<Key | undefined, Key[]>();
  for (const side of [mine, theirs]) {
    let anchor: Key | undefined;
    let run: Key[] = [];
    const place = (): void => {
      if (run.length > 0) inserted.set(anchor, together(inserted.get(anchor) ?? [], run, tie));
      run = [];
    };
    for (const key of side) {
      if (inAll.has(key)) {
        place();
        anchor = key;
      } else run.push(key);
    }
    place();
  }
  return {
    ok: true,
    value: [
      ...(inserted.get(undefined) ?? []),
      ...result.flatMap((key) => [key, ...(inserted.get(key) ?? [])]),
    ],
  };
}

/** Two runs of new items for one place, each kept in one piece. */
function together(first: Key[], second: Key[], tie: (a: Key, b: Key) => number): Key[] {
  const known = new Set(first);
  const rest = second.filter((key) => !known.has(key));
  const [a, b] = [first[0], rest[0]];
  if (a === undefined || b === undefined) return [...first, ...rest];
  return tie(a, b) <= 0 ? [...first, ...rest] : [...rest, ...first];
}

function compare(a: unknown, b: unknown): number {
  const [first, second] = [JSON.stringify(a) ?? '', JSON.stringify(b) ?? ''];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** A set whose order means something (flags, prerequisites): never in conflict; the site's order leads. */
export function mergeSet<Item extends Key>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Merged<Item[]> {
  if (same(theirs, base)) return { ok: true, value: [...mine] };
  if (same(mine, base)) return { ok: true, value: [...theirs] };
  const kept = theirs.filter((item) => mine.includes(item) || !base.includes(item));
  const added = mine.filter((item) => !base.includes(item) && !theirs.includes(item));
  return { ok: true, value: [...kept, ...added] };
}
