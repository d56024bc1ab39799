import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';

import { z } from 'zod';

import { unauthorized } from '../../../shared/errors.ts';
import { tokenOf } from '../../identity/token.ts';
import { feedText } from '../../store/feed/feed-text.ts';
import { defineEndpoint } from '../endpoint.ts';
import { isOfOtherHistory } from '../history.ts';
import { wordList } from '../fields.ts';

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
    const lines = Readable.from(feedText(ctx.store, actor, { ...query, isLost }, addresses), {
      objectMode: false,
    });
    if (query.after === 0 && !query.beyond) ctx.snapshots?.noteFirstRead();
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
