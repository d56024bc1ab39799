import { invalid } from '../../shared/errors.ts';
import { limits, sizeOf } from '../../shared/limits.ts';
import type { Limit } from '../../shared/limits.ts';
import type { ReadAccess } from './access.ts';
import { countPlaceholders } from './placeholders.ts';
import { listOf, sql } from './sql.ts';

/** The size in bytes of what a person changes, as it was and as it would be. `before` is called only if `after` is too much. */
interface Growth {
  before(): number;
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
  if (after > max && after > before()) throw invalid(field, words(sizeOf(max)));
}

/** A guide or page whose size is asked for. */
export interface Measured {
  /** The document as JSON, with placeholders in the place of addresses. */
  text: string;
  /** The guids of its pictures, each once. */
  pictures: readonly string[];
}

/**
 * Returns whether a document may be larger than `max`, so that it has to be measured: a character of JSON takes at most three bytes, and one of
 * marks six.
 */
export const mayExceed = (max: number, { text, pictures }: Measured): boolean =>
  text.length * 3 +
    pictures.length * (limits.document.aroundPicture.max + limits.media.markup.max * 6) +
    countPlaceholders(text) * limits.document.aroundAddress.max >
  max;

/** Returns the size of a document in the feed, in bytes, with addresses of a usual length. */
export function feedSize(s: ReadAccess, { text, pictures }: Measured): number {
  const { aroundPicture, aroundAddress } = limits.document;
  const marks = s.db.one(sql<{ bytes: number | null }>`SELECT sum(octet_length(json_quote(markup))) AS bytes
     FROM image WHERE guid IN ${listOf(pictures)}`);
  return (
    bytesOf(text) +
    pictures.length * aroundPicture.max +
    countPlaceholders(text) * aroundAddress.max +
    Number(marks?.bytes)
  );
}
