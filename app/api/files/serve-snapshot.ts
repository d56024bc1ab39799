import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

import { notFound } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import { nameRoute } from '../../request-context.ts';
import type { HubSnapshots, OfferedSnapshot } from '../../snapshot/hub-snapshots.ts';
import { withCommonHeaders } from '../answer.ts';
import { errorAnswer } from '../error-response.ts';
import { requirePublicSite } from '../loopback.ts';
import { refuseMethod, sendFile } from './ranges.ts';

/** Tests the unparsed address: parsing costs as much as finding a cached answer. */
const address = /^[^/]+:\/\/[^/]*\/api\/2\.0\/benchside\/snapshot(?:\/([\da-f]{64}))?$/;

export const isSnapshot = ({ url }: Request): boolean => address.test(url);

/**
 * Serves `GET /benchside/snapshot`, the manifest (`shared/model/snapshot.ts`), and `GET /benchside/snapshot/{sha256}`, the file: a
 * SQLite database packed with Zstandard, whole or a range of it. At a private site only to people who signed in (SPEC S1.4).
 */
export async function serveSnapshot(
  request: Request,
  ctx: Context,
  snapshots: HubSnapshots,
): Promise<Response> {
  try {
    const sha256 = address.exec(request.url)?.[1];
    nameRoute(`GET /benchside/snapshot${sha256 === undefined ? '' : '/{sha256}'}`);
    refuseMethod(request);
    await ctx.store.catchUp();
    const viewer = ctx.identity.viewerOf(request);
    if (!viewer) requirePublicSite(ctx, ctx.store.version);
    ctx.rates.count('snapshots', viewer, request);
    if (sha256 === undefined) snapshots.noteFirstRead();
    const offered = snapshots.offered();
    if (!offered || (sha256 ?? offered.manifest.sha256) !== offered.manifest.sha256)
      throw notFound('Snapshot');
    const answer =
      sha256 === undefined
        ? Response.json(offered.manifest, { headers: { 'Cache-Control': 'no-cache' } })
        : fileAnswer(request, offered);
    return withCommonHeaders(answer, ctx.common);
  } catch (error) {
    const { status, body, headers } = errorAnswer(error, ctx.log);
    return withCommonHeaders(Response.json(body, { status, headers }), ctx.common);
  }
}

const fileAnswer = (request: Request, { file, manifest: { sha256, bytes } }: OfferedSnapshot): Response =>
  sendFile(request, {
    sha256,
    bytes,
    always: { 'Cache-Control': 'private, max-age=86400' },
    more: { 'Content-Type': 'application/zstd' },
    stream: (first, last) =>
      Readable.toWeb(createReadStream(file, { start: first, end: last })) as ReadableStream,
  });
