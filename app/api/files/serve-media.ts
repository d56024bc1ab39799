import { withCommonHeaders } from '../answer.ts';
import { errorAnswer } from '../error-response.ts';
import { admitToFile, refuseForeign } from '../loopback.ts';
import { notFound } from '../../../shared/errors.ts';
import { imageSizes } from '../../../shared/model/image.ts';
import type { ImageSize } from '../../../shared/model/image.ts';
import type { Context } from '../../context.ts';
import { avatarGuid, posterGuid } from '../../store/media/media.ts';
import { avatarPng } from '../../media/avatar.ts';
import { allowed, cachedForever, isKnown, redirectTo, refuseMethod } from './ranges.ts';
import { posterPng } from '../../media/poster.ts';
import { fileGuid, serveFile } from './serve-file.ts';

/**
 * Serves `GET /igi/{guid}[.{size}]` and `/igi/{site}/{guid}.{size}` (CONTRACT 6.2), and the files of `serve-file.ts`. Needs no
 * sign-in, even for private guides: `<img>` can send none, and a guid cannot be guessed; but a desk shows nothing of a private
 * site over loopback without one. A missing size is replaced by the nearest one.
 */
export async function serveMedia(request: Request, ctx: Context): Promise<Response> {
  try {
    refuseForeign(request, ctx);
    await ctx.store.catchUp();
    admitToFile(ctx.identity.viewerOf(request), request, ctx);
    return withFileHeaders(await answer(request, ctx), ctx);
  } catch (error) {
    const { status, body, headers } = errorAnswer(error, ctx.log);
    return withFileHeaders(
      Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } }),
      ctx,
    );
  }
}

async function answer(request: Request, ctx: Context): Promise<Response> {
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        Allow: allowed.join(', '),
        ...(ctx.config.profile === 'hub' ? { 'Access-Control-Allow-Methods': allowed.join(', ') } : {}),
      },
    });
  }
  refuseMethod(request);
  const { pathname } = new URL(request.url);
  const file = fileGuid(pathname);
  if (file !== undefined) return serveFile(request, file, ctx);
  const { guid, size } = wantedOf(pathname);
  const drawn = drawnIn.get(guid);
  if (drawn) return deliver(request, { ...drawn, bytes: drawn.body.byteLength, exact: true });
  await ctx.sizes.make(guid, size);
  for (const file of ctx.store.read(null, (s) => s.media.copies.filesNear(guid, size))) {
    const exact = file.size === size;
    if (request.method === 'HEAD' || isKnown(request, file.sha256))
      return deliver(request, { ...file, exact });
    const { addressOf } = ctx.media;
    if (addressOf) {
      const address = await addressOf(file.sha256, { mime: file.mime, cacheControl: cachingOf(exact) });
      if (address !== undefined) return redirectTo(address);
    }
    const found = await ctx.media.body(file.sha256);
    if (found) return deliver(request, { ...file, bytes: found.bytes, exact, body: found.content });
    ctx.log.warn({ guid, size: file.size, sha256: file.sha256 }, 'a picture file is missing');
    ctx.store.transact(null, (s) => s.media.copies.lost(file.sha256));
  }
  throw notFound('Picture');
}

function wantedOf(pathname: string): { guid: string; size: ImageSize | 'original' } {
  const [, guid = '', suffix = 'original'] =
    /^\/igi\/(?:[\w-]+\/)?([\w-]{1,64})(?:\.(\w+))?\/?$/.exec(pathname) ?? [];
  if (guid === '') throw notFound('Picture');
  if (suffix === 'original' || suffix === 'full') return { guid, size: 'original' };
  if (!(suffix in imageSizes)) throw notFound('Picture');
  return { guid, size: suffix as ImageSize };
}

const drawnIn = new Map([
  [avatarGuid, { sha256: 'avatar-1', mime: 'image/png', body: avatarPng }],
  [posterGuid, { sha256: 'poster-1', mime: 'image/png', body: posterPng }],
]);

interface Delivery {
  sha256: string;
  bytes: number;
  mime: string;
  /** True for the requested size. A substitute is not cached, because the requested size may arrive soon. */
  exact: boolean;
  body?: BodyInit;
}

const cachingOf = (exact: boolean): string => (exact ? cachedForever : 'no-cache');

function deliver(request: Request, { sha256, bytes, mime, exact, body }: Delivery): Response {
  const headers = {
    ETag: `"${sha256}"`,
    'Cache-Control': cachingOf(exact),
  };
  if (isKnown(request, sha256)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { ...headers, 'Content-Type': mime, 'Content-Length': String(bytes) },
  });
}

function withFileHeaders(response: Response, { config, common }: Context): Response {
  response.headers.set(
    'Cross-Origin-Resource-Policy',
    config.profile === 'hub' ? 'cross-origin' : 'same-origin',
  );
  return withCommonHeaders(response, common);
}
