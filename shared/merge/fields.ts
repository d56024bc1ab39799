import type { FieldConflict } from '../model/journal.ts';
import { same } from './value.ts';
import type { Merged } from './value.ts';

export interface MergedFields {
  /** The fields to change on `theirs`, so that it holds both sides' edits. */
  changes: Record<string, unknown>;
  conflicts: FieldConflict[];
}

/** The merge rule of each field. Fields without a rule are not content and keep the site's value. */
export type Rules<Fields> = { readonly [Field in keyof Fields]-?: Rule };

/** A `Merge` of any type; it is only called with values of its own field. */
type Rule = (base: never, mine: never, theirs: never) => Merged<unknown>;

/** Merges the fields of two records that were made from `base`, each by its rule. */
export function mergeFields<Fields extends object>(
  rules: Rules<Fields>,
  base: Fields,
  mine: Fields,
  theirs: Fields,
): MergedFields {
  const merged: MergedFields = { changes: {}, conflicts: [] };
  for (const field of Object.keys(rules) as (keyof Fields & string)[]) {
    const [was, my, their] = [base[field] ?? null, mine[field] ?? null, theirs[field] ?? null];
    if (same(my, was)) continue;
    const outcome = rules[field](was as never, my as never, their as never);
    if (!outcome.clean) merged.conflicts.push({ field, base: was, mine: my, theirs: their });
    else if (!same(outcome.mine, their)) merged.changes[field] = outcome.mine;
  }
  return merged;
}
