import { isDeepStrictEqual } from 'node:util';

/** Outcome of merging one value: the merged one, or that both sides changed it in ways that exclude each other. */
export type Merged<T> = { ok: true; value: T } | { ok: false };

/** Merges one value of which `mine` and `theirs` were made from `base`. Symmetric in `mine` and `theirs`. */
export type Merge<T> = (base: T, mine: T, theirs: T) => Merged<T>;

export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

/** Taken whole: only one side may have changed it, or both in the same way. */
export function mergeValue<T>(base: T, mine: T, theirs: T): Merged<T> {
  if (same(mine, theirs) || same(theirs, base)) return { ok: true, value: mine };
  if (same(mine, base)) return { ok: true, value: theirs };
  return { ok: false };
}
