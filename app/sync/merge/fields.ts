import type { FieldConflict } from '../../store/journal/entry.ts';
import { same } from './value.ts';
import type { Merged } from './value.ts';

export interface MergedFields {
  /** What has to change on `theirs`, so that it holds the edits of both. */
  changes: Record<string, unknown>;
  conflicts: FieldConflict[];
}

/** How each field is merged. Fields without a rule are no content, and are left to the site. */
export type Rules<Fields> = { readonly [Field in keyof Fields]-?: Rule };

/** A `Merge` of any type: what it is given comes from the field it stands for. */
type Rule = (base: never, mine: never, theirs: never) => Merged<unknown>;

/** Merges records of fields: what only one side changed is taken, what both changed goes by the field's rule. */
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
    if (!outcome.ok) merged.conflicts.push({ field, base: was, mine: my, theirs: their });
    else if (!same(outcome.value, their)) merged.changes[field] = outcome.value;
  }
  return merged;
}
