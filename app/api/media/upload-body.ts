import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';

/**
 * The file that is a request's body, as it comes in.
 *
 * @param what as a person calls it, such as "A picture"
 * @throws AppError `too-large`, or `unavailable` when a hub's disk is nearly full, while it is read
 */
export async function* uploadBody(
  { request, ctx }: { request: Request; ctx: Context },
  maxBytes: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  const announced = Number(request.headers.get('Content-Length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes, what);
  requireRoom(ctx, announced);
  let bytes = 0;
  let checked = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes, what);
    // Others upload meanwhile, and not everybody announces how much.
    if (bytes - checked > checkEvery) requireRoom(ctx, announced - (checked = bytes));
    yield chunk;
  }
}

const checkEvery = 8 * 1_048_576;

/** Files stop long before everything else does. At a desk they are work like any other, which is taken while there is room. */
function requireRoom({ config, store }: Context, bytes: number): void {
  if (config.profile === 'hub' && !store.reserve.hasRoomForFiles(Math.max(0, bytes)))
    throw new AppError(
      'unavailable',
      'The disk of the site is nearly full: it takes no files. Everything else is still saved.',
      { unread: true },
    );
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
  return new AppError('too-large', message, {
    errors: [{ field: 'body', message, code: 'invalid' }],
    unread: true,
  });
}
