import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';

import { z } from 'zod';

import type { Context } from '../../context.ts';
import type { Viewer } from '../../store/actor.ts';
import { unauthorized } from '../../../shared/errors.ts';
import { tokenOf } from '../../identity/token.ts';
import { changeText, isTombstone } from '../../store/feed/change-text.ts';
import type { Change } from '../../store/feed/feed.ts';
import { newestPoint, pointAt, pointsSince } from '../../store/feed/epochs.ts';
import { fillPlaceholders } from '../../store/placeholders.ts';
import type { Addresses } from '../../store/placeholders.ts';
import { defineEndpoint } from '../endpoint.ts';
import { isOfOtherHistory } from '../history.ts';
import { wordList } from '../fields.ts';

/** Changes per read: a read blocks the event loop for some milliseconds. */
const batch = 50;

export const listChanges = defineEndpoint({
  route: 'GET /benchside/changes',
  summary: 'The feed: whole documents and tombstones in commit order, as compressed lines of JSON',
  auth: 'public',
  rate: 'changes',
  profile: 'hub',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'must be a sequence number')
      .transform(Number)
      .default(0),
    kinds: wordList.optional(),
    /** Leaves out what is public. */
    beyond: z.literal('public').optional(),
  }),
  response: z.string().meta({ contentMediaType: 'application/x-ndjson' }),
  example: { query: { after: '0' } },
  handler: ({ query, actor, ctx, request, addresses }) => {
    const isLost = isOfOtherHistory(request, ctx);
    // Without a person the feed would report that person's own documents as gone.
    if (!actor && tokenOf(request) !== undefined) throw unauthorized('This sign-in has ended.');
    const zipped = /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');
    const lines = Readable.from(feed(ctx, actor, { ...query, isLost }, addresses), { objectMode: false });
    const body = zipped ? lines.pipe(createGzip({ level: 1 })) : lines;
    // Ends the source when the download is aborted.
    body.on('close', () => lines.destroy());
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array> as unknown as BodyInit, {
      headers: {
        'Content-Type': 'application/x-ndjson',
        Vary: 'Accept-Encoding',
        ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
      },
    });
  },
});

interface Asked {
  after: number;
  kinds?: string[] | undefined;
  beyond?: 'public' | undefined;
  isLost: boolean;
}

/**
 * Yields the lines of the feed. The first announces the counts. The last is `{"end":true}` with the sequence to ask from next
 * time; without it the answer was cut off. `{"reset":true}` says that this is not the feed that was read up to `after`: the hub
 * was restored from a backup. A stamp identifies a line across histories; `earlier` are former lines with their stamps.
 */
async function* feed(
  ctx: Context,
  viewer: Viewer,
  { after, kinds, beyond, isLost }: Asked,
  addresses: Addresses,
): AsyncGenerator<string> {
  const newest = ctx.store.read(viewer, newestPoint);
  if (isLost || after > newest.sequence) {
    yield `${JSON.stringify({ reset: true, sequence: newest.sequence })}\n`;
    return;
  }
  const { counts, earlier } = ctx.store.read(viewer, (s) => ({
    counts: s.feed.counts(after),
    earlier: pointsSince(s, after),
  }));
  yield `${JSON.stringify({ start: true, ...newest, counts, earlier })}\n`;
  let sequence = after;
  for (;;) {
    const { text, last, count } = ctx.store.read(viewer, (s) => {
      const changes = s.feed.after(sequence, batch, kinds);
      return {
        text: changes
          .flatMap((change) => {
            const text = changeText(s, change);
            return text === undefined || (beyond && isPublic(ctx, change, text)) ? [] : `${text}\n`;
          })
          .join(''),
        last: changes.at(-1)?.sequence ?? sequence,
        count: changes.length,
      };
    });
    if (count === 0) break;
    sequence = last;
    yield fillPlaceholders(text, addresses);
  }
  yield `${JSON.stringify({ end: true, ...ctx.store.read(null, (s) => pointAt(s, sequence)) })}\n`;
}

/** Returns whether a change reads the same for everyone. A tombstone never does: it may be news to this reader only. */
const isPublic = (ctx: Context, change: Change, text: string): boolean =>
  !isTombstone(text) &&
  impersonal(ctx.store.read(null, (s) => changeText(s, change)) ?? '') === impersonal(text);

/** Removes fields about the reader, which a desk computes itself. */
const impersonal = (text: string): string =>
  text.replace(/"(completed|favorited|can_edit)":(true|false)/g, '');
