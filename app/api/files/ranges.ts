import { AppError } from '../../../shared/errors.ts';

export const allowed = ['GET', 'HEAD', 'OPTIONS'];

export function refuseMethod({ method }: Request): void {
  if (allowed.includes(method)) return;
  throw new AppError('method-not-allowed', `${method} is not supported here`, { allow: allowed });
}

/** Returns whether the caller has this version already, by `If-None-Match`. */
export function isKnown(request: Request, sha256: string): boolean {
  const tags =
    request.headers
      .get('If-None-Match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(`"${sha256}"`);
}

export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Returns the range that `Range` requests (RFC 9110 section 14). `validator` is the file's `ETag` or `Last-Modified`. `undefined`, for the whole file, if there is no range, several,
 * or one of another version of the file; `unsatisfiable` if it begins after the end.
 */
export function rangeOf(
  { headers }: Request,
  { bytes, validator }: { bytes: number; validator: string },
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('Range')?.trim() ?? '') ?? [];
  const condition = headers.get('If-Range');
  if ((from === '' && to === '') || (condition !== null && condition !== validator)) return undefined;
  if (from === '') {
    return to === '0' || bytes === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  }
  const range = { first: Number(from), last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
  if (to !== '' && Number(to) < range.first) return undefined;
  return range.first >= bytes ? 'unsatisfiable' : range;
}
