import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';

/**
 * The file that is a request's body, as it comes in.
 *
 * @param what as a person calls it, such as "A picture"
 * @throws AppError `too-large`, while it is read
 */
export async function* uploadBody(
  request: Request,
  maxBytes: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  let bytes = Number(request.headers.get('Content-Length') ?? 0);
  if (bytes > maxBytes) throw tooLarge(maxBytes, what);
  bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes, what);
    yield chunk;
  }
}

/** A file's own name: no folders, nothing that cannot be seen, not longer than a file system takes. */
export const fileName = z
  .string()
  .transform((text) => {
    const name = (text.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim();
    const extension = /\.[^.]*$/.exec(name)?.[0].slice(0, 20) ?? '';
    return name.slice(0, name.length - extension.length).slice(0, 120) + extension;
  })
  .refine((name) => name !== '', 'must be the name of the file');

export const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, '') || name;

function tooLarge(maxBytes: number, what: string): AppError {
  const message = `${what} may have at most ${maxBytes / 1_048_576} MB.`;
  return new AppError('too-large', message, { errors: [{ field: 'body', message, code: 'invalid' }] });
}
