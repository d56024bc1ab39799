import { notFound } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import { fillPlaceholders } from '../../store/placeholders.ts';
import { cachedForever, isKnown, redirectTo, sendFile } from './ranges.ts';

const address = /^\/(?:igi\/)?(?:Document|Video)\/([\w-]{1,64})\/[^/]+$/;

/** Returns the guid in `/Document/{guid}/{name}` or `/Video/{guid}/{name}`, also below `/igi/`. */
export const fileGuid = (pathname: string): string | undefined => address.exec(pathname)?.[1];

/** Serves a document, as a download, or a video, by ranges. A desk redirects to the site for files that it does not have. */
export async function serveFile(request: Request, guid: string, ctx: Context): Promise<Response> {
  const file = ctx.store.read(null, (s) => s.media.files.find(guid));
  if (!file) throw notFound('File');
  const bytes = file.sha256 === null ? undefined : await ctx.media.size(file.sha256);
  if (file.sha256 === null || bytes === undefined) {
    if (file.sha256 !== null) lose(file.sha256, guid, ctx);
    return elsewhere(file.remote, ctx);
  }
  const { sha256 } = file;
  if (request.method === 'GET' && !isKnown(request, sha256)) {
    const address = await ctx.media.addressOf?.(sha256, {
      mime: file.mime,
      cacheControl: cachedForever,
      disposition: disposition(file),
    });
    if (address !== undefined) return redirectTo(address);
  }
  return sendFile(request, {
    sha256,
    bytes,
    always: {
      'Cache-Control': cachedForever,
      // Uploaded HTML must not run scripts on our origin.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    more: { 'Content-Type': file.mime, 'Content-Disposition': disposition(file) },
    stream: (first, last) => ctx.media.stream(sha256, first, last),
  });
}

function lose(sha256: string, guid: string, ctx: Context): void {
  ctx.log.warn({ guid, sha256 }, 'the file of a document or video is missing');
  ctx.store.transact(null, (s) => s.media.files.lost(sha256));
}

function elsewhere(remote: string | null, { config }: Context): Response {
  if (remote === null || config.site === undefined) throw notFound('File');
  const { origin } = new URL(config.site);
  const location = fillPlaceholders(remote, { media: `${origin}/igi/`, site: origin });
  if (!/^https?:/.test(location)) throw notFound('File');
  return redirectTo(location);
}

function disposition({ name, mime }: { name: string; mime: string }): string {
  const kind = mime.startsWith('video/') ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\w .()-]/g, '_');
  // `encodeURIComponent` leaves these characters, but RFC 8187 does not.
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
