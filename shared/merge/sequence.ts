import { cleanly, mergeValue, mergeWhole, same } from './value.ts';
import type { Merge, Merged } from './value.ts';

type Key = string | number;

interface SequenceOptions<Item> {
  /** The same item has the same key in every version. */
  keyOf(item: Item): Key;
  /** Merges an item that both sides have; by default as a whole. */
  merge?: Merge<Item>;
  /** Returns whether two versions of an item are equal. */
  equal?(a: Item, b: Item): boolean;
}

/**
 * Merges ordered lists of items with keys: edits of different items, inserts, deletes and moves. The result is not clean if
 * one side edited an item that the other deleted, both added an item differently, or both put the same items in new orders.
 */
export function mergeSequence<Item>(
  versions: { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] },
  { keyOf, equal = same, merge = (b, m, t) => mergeWhole(b, m, t, equal) }: SequenceOptions<Item>,
): Merged<Item[]> {
  const byKey = (items: readonly Item[]): Map<Key, Item> => new Map(items.map((item) => [keyOf(item), item]));
  const [base, mine, theirs] = [byKey(versions.base), byKey(versions.mine), byKey(versions.theirs)];
  const merged = { mine: new Map<Key, Item>(), theirs: new Map<Key, Item>() };
  let clean = true;
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)];
    const outcome =
      was !== undefined && my !== undefined && their !== undefined
        ? merge(was, my, their)
        : mergeWhole(was, my, their, (a, b) => (a === undefined || b === undefined ? a === b : equal(a, b)));
    clean &&= outcome.clean;
    if (outcome.mine !== undefined) merged.mine.set(key, outcome.mine);
    if (outcome.theirs !== undefined) merged.theirs.set(key, outcome.theirs);
  }
  const inOrder = (items: ReadonlyMap<Key, Item>): Merged<Key[]> => {
    const kept = (keys: Iterable<Key>): Key[] => [...keys].filter((key) => items.has(key));
    const byContent = (a: Key, b: Key): number => compare(items.get(a), items.get(b));
    return mergeOrder(kept(base.keys()), kept(mine.keys()), kept(theirs.keys()), byContent);
  };
  const [myOrder, theirOrder] = [inOrder(merged.mine), inOrder(merged.theirs)];
  return {
    mine: myOrder.mine.flatMap((key) => merged.mine.get(key) ?? []),
    theirs: theirOrder.theirs.flatMap((key) => merged.theirs.get(key) ?? []),
    clean: clean && myOrder.clean,
  };
}

/**
 * Orders all items of `mine` and `theirs`. A new item follows the item it was inserted after. `tie` orders two new items
 * after the same item, so that the result does not depend on who was first. Two different new orders are not clean.
 */
export function mergeOrder<K extends Key>(
  base: readonly K[],
  mine: readonly K[],
  theirs: readonly K[],
  tie: (a: K, b: K) => number,
): Merged<K[]> {
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const inAll = new Set(base.filter((key) => inMine.has(key) && inTheirs.has(key)));
  const common = (keys: readonly K[]): K[] => keys.filter((key) => inAll.has(key));
  const inserted = new Map<K | undefined, K[]>();
  for (const side of [mine, theirs]) {
    let anchor: K | undefined;
    let run: K[] = [];
    const place = (): void => {
      if (run.length > 0) inserted.set(anchor, joined(inserted.get(anchor) ?? [], run, tie));
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
  const withInserted = (keys: readonly K[]): K[] => [
    ...(inserted.get(undefined) ?? []),
    ...keys.flatMap((key) => [key, ...(inserted.get(key) ?? [])]),
  ];
  const order = mergeValue(common(base), common(mine), common(theirs));
  return order.clean
    ? cleanly(withInserted(order.mine))
    : { mine: withInserted(order.mine), theirs: withInserted(order.theirs), clean: false };
}

/** Joins two runs of new items for one place, each kept in one piece. */
function joined<K>(first: readonly K[], second: readonly K[], tie: (a: K, b: K) => number): K[] {
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

/** Merges a set whose order has a meaning (flags, prerequisites): always clean; the site's order comes first. */
export function mergeSet<Item extends Key>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Merged<Item[]> {
  if (same(theirs, base)) return cleanly([...mine]);
  if (same(mine, base)) return cleanly([...theirs]);
  const kept = theirs.filter((item) => mine.includes(item) || !base.includes(item));
  const added = mine.filter((item) => !base.includes(item) && !theirs.includes(item));
  return cleanly([...kept, ...added]);
}
