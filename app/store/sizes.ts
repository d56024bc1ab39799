import { invalid } from '../../shared/errors.ts';
import { sizeOf } from '../../shared/limits.ts';
import type { Limit } from '../../shared/limits.ts';

/** The size in bytes of what a person changes, as it was and as it would be. */
interface Growth {
  before: number;
  after: number;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text);

/**
 * Refuses what grows beyond a limit. What is larger already, from an earlier version or another program, may still be made smaller.
 *
 * @param words say it to the person, given the limit as text
 * @throws AppError `invalid`
 */
export function requireSize(
  { max }: Limit,
  { before, after }: Growth,
  field: string,
  words: (size: string) => string,
): void {
  if (after > max && after > before) throw invalid(field, words(sizeOf(max)));
}
