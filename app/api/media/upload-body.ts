import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';

/**
 * Yields the file in a request's body as it arrives.
 *
 * @param what name of the file in messages, such as "A picture"
 * @throws AppError `too-large`, or `unavailable` when a hub's disk is nearly full
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
    // Checked repeatedly: other uploads use up the disk, and not all requests announce their length.
    if (bytes - checked > checkEvery) requireRoom(ctx, announced - (checked = bytes));
    yield chunk;
  }
}

const checkEvery = 8 * 1_048_576;

/**
 * Refuses files on a hub whose disk is nearly full, so that everything else can still be saved. A desk takes files as long as
 * there is any room, since they are work.
 *
 * @throws AppError `unavailable`
 */
function requireRoom({ config, store }: Context, bytes: number): void {
  if (config.profile === 'hub' && !store.reserve.hasRoomForFiles(Math.max(0, bytes)))
    throw new AppError(
      'unavailable',
      'The disk of the hub is nearly full, so files cannot be uploaded. Everything else is still saved.',
      { unread: true },
    );
}

/** A file name: without folders and invisible characters, and not longer than a file system permits. */
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
