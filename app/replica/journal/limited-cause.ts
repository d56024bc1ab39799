import { createHash } from 'node:crypto';

import { shortened } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { isTooLarge } from '../../../shared/model/journal.ts';
import type { Cause, FieldConflict } from '../../../shared/model/journal.ts';
import { same } from '../../../shared/merge/value.ts';

/** A version of a field that is shorter than this is never left out. */
const small = 1024;

/**
 * Returns the JSON of a cause within `most` characters, but always with the author's own versions. What a hub says about a conflict may
 * have any size: the versions of the largest fields are left out until the others fit (SPEC J7.17).
 */
export function limitedCause({ theirs, ...cause }: Cause, most: number): string {
  const isNamed = theirs && isEditor(theirs);
  const whole = { ...cause, message: shortened(cause.message), ...(isNamed && { theirs }) };
  const text = JSON.stringify(whole);
  if (text.length <= most || !whole.conflicts) return text;
  const sized = whole.conflicts.map((conflict, index) => ({
    index,
    length: lengthOf(conflict.base) + lengthOf(conflict.theirs),
  }));
  const conflicts = [...whole.conflicts];
  let { length } = text;
  for (const one of sized.toSorted((a, b) => b.length - a.length)) {
    if (length <= most) break;
    const conflict = conflicts[one.index];
    if (conflict) conflicts[one.index] = withoutVersions(conflict);
    length -= one.length;
  }
  return JSON.stringify({ ...whole, conflicts });
}

/** Returns whether an answer of a hub names a person and a date as it should. */
export const isEditor = ({ username, date }: Record<'username' | 'date', unknown>): boolean =>
  typeof username === 'string' &&
  username.length <= limits.user.name.max &&
  typeof date === 'number' &&
  Number.isFinite(date);

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function withoutVersions({ theirs, ...conflict }: FieldConflict): FieldConflict {
  const kept = lengthOf(theirs) <= small || isTooLarge(theirs) ? theirs : { tooLarge: digestOf(theirs) };
  return { ...conflict, base: null, theirs: kept };
}

/** Returns whether a stored version of the site is this one; it may stand for one that was too large to be stored. */
export const isVersionOf = (stored: unknown, theirs: unknown): boolean =>
  same(stored, theirs) || (isTooLarge(stored) && stored.tooLarge === digestOf(theirs));

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex');
