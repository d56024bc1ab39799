/**
 * A merged value. `mine` and `theirs` resolve the conflicts in favour of that side; both include every change that only one
 * side made. They are equal if the merge is clean.
 */
export interface Merged<Value> {
  mine: Value;
  theirs: Value;
  clean: boolean;
}

/** Merges two versions of a value, both made from `base`. */
export type Merge<Value> = (base: Value, mine: Value, theirs: Value) => Merged<Value>;

export const cleanly = <Value>(value: Value): Merged<Value> => ({ mine: value, theirs: value, clean: true });

/** Merges a value as a whole: only one side may have changed it, or both in the same way. */
export const mergeValue = <Value>(base: Value, mine: Value, theirs: Value): Merged<Value> =>
  mergeWhole(base, mine, theirs, same);

/** Like `mergeValue`, with another test of equality. */
export function mergeWhole<Value>(
  base: Value,
  mine: Value,
  theirs: Value,
  equal: (a: Value, b: Value) => boolean,
): Merged<Value> {
  if (equal(mine, theirs) || equal(theirs, base)) return cleanly(mine);
  return equal(mine, base) ? cleanly(theirs) : { mine, theirs, clean: false };
}

/** Returns whether two JSON values are deeply equal. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => same(item, b[index]))
    );
  const others = new Map(Object.entries(b));
  const entries = Object.entries(a);
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && same(value, others.get(key)))
  );
}
