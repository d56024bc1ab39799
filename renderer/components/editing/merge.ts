import { diffLists } from '../word-diff.ts';

/**
 * Both sides' changes of one value. `mine` and `theirs` are the two ways to settle what both changed, and each has
 * everything that only one side changed; they are the same when nothing collided.
 */
export interface Merged<Value> {
  mine: Value;
  theirs: Value;
  clean: boolean;
}

type Same<Value> = (a: Value, b: Value) => boolean;

/** One value as a whole. */
export function mergeWhole<Value>(base: Value, mine: Value, theirs: Value, same: Same<Value>): Merged<Value> {
  if (same(mine, theirs) || same(theirs, base)) return { mine, theirs: mine, clean: true };
  if (same(mine, base)) return { mine: theirs, theirs, clean: true };
  return { mine, theirs, clean: false };
}

/** A list whose items are known by a key: items one by one, and their order. */
export function mergeKeyed<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
  same: Same<Item>,
): Merged<Item[]> {
  const by = (list: readonly Item[]): Map<string, Item> => new Map(list.map((item) => [keyOf(item), item]));
  const [b, m, t] = [by(base), by(mine), by(theirs)];
  const eitherSame = (one: Item | undefined, other: Item | undefined): boolean =>
    one === undefined || other === undefined ? one === other : same(one, other);
  const order = mergeOrder([...b.keys()], [...m.keys()], [...t.keys()]);
  const sides: { mine: Item[]; theirs: Item[] } = { mine: [], theirs: [] };
  let clean = true;
  for (const key of order) {
    const merged = mergeWhole(b.get(key), m.get(key), t.get(key), eitherSame);
    clean &&= merged.clean;
    if (merged.mine !== undefined) sides.mine.push(merged.mine);
    if (merged.theirs !== undefined) sides.theirs.push(merged.theirs);
  }
  return { ...sides, clean };
}

/** Every key of both sides: in my order where I changed it, with theirs behind the ones they follow. */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const common = (list: readonly string[], other: readonly string[]): string =>
    list.filter((key) => other.includes(key)).join('\n');
  const iMoved = common(base, mine) !== common(mine, base);
  const [first, second] = iMoved ? [mine, theirs] : [theirs, mine];
  const order = [...first];
  for (const [index, key] of second.entries()) {
    if (order.includes(key)) continue;
    const before = second.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}

/** A long text, line by line; what both sides changed between two lines that nobody did collides. */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  const whole = mergeWhole(base, mine, theirs, (a, b) => a === b);
  if (whole.clean) return whole;
  const [b, m, t] = [base.split('\n'), mine.split('\n'), theirs.split('\n')];
  const [inMine, inTheirs] = [matches(b, m), matches(b, t)];
  const result: Merged<string[]> = { mine: [], theirs: [], clean: true };
  const at = { b: 0, m: 0, t: 0 };
  for (let line = 0; line <= b.length; line += 1) {
    const end = line === b.length;
    const [toMine, toTheirs] = end ? [m.length, t.length] : [inMine.get(line), inTheirs.get(line)];
    if (toMine === undefined || toTheirs === undefined) continue;
    const part = mergeWhole(
      b.slice(at.b, line),
      m.slice(at.m, toMine),
      t.slice(at.t, toTheirs),
      (one, other) => one.join('\n') === other.join('\n') && one.length === other.length,
    );
    const anchor = end ? [] : b.slice(line, line + 1);
    result.mine.push(...part.mine, ...anchor);
    result.theirs.push(...part.theirs, ...anchor);
    result.clean &&= part.clean;
    Object.assign(at, { b: line + 1, m: toMine + 1, t: toTheirs + 1 });
  }
  return { mine: result.mine.join('\n'), theirs: result.theirs.join('\n'), clean: result.clean };
}

/** Which lines of `a` are which of `b`, by index. */
function matches(a: readonly string[], b: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  let [i, j] = [0, 0];
  for (const { kind, items } of diffLists(a, b)) {
    if (kind === 'same') for (let n = 0; n < items.length; n += 1) found.set(i + n, j + n);
    if (kind !== 'added') i += items.length;
    if (kind !== 'removed') j += items.length;
  }
  return found;
}
