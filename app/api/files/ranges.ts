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

/** Caching of a file that never changes at its address. */
export const cachedForever = 'public, max-age=31536000, immutable';

/** Sends a reader to an address that works for some minutes. */
export const redirectTo = (address: string): Response =>
  new Response(null, { status: 307, headers: { Location: address, 'Cache-Control': 'no-store' } });

export interface ByteRange {
  first: number;
  last: number;
}

/** A file to answer with. `always` are headers of every answer, also of 304 and 416; `more` those of the content. */
export interface SentFile {
  sha256: string;
  bytes: number;
  always: Readonly<Record<string, string>>;
  more: Readonly<Record<string, string>>;
  stream(first: number, last: number): ReadableStream;
}

/** Answers with a file, whole or the range of it that is asked for. */
export function sendFile(request: Request, { sha256, bytes, always, more, stream }: SentFile): Response {
  const etag = `"${sha256}"`;
  const headers = { ETag: etag, 'Accept-Ranges': 'bytes', ...always };
  if (isKnown(request, sha256)) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, { bytes, validator: etag });
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const isEmpty = request.method === 'HEAD' || last < first;
  return new Response(isEmpty ? null : stream(first, last), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...more,
      'Content-Length': String(last - first + 1),
      ...(range ? { 'Content-Range': `bytes ${first}-${last}/${bytes}` } : {}),
    },
  });
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
