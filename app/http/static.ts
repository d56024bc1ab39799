import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { pageHeaders } from '../page-headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Serves the built renderer. Only files found at the start are served, so no path is built from a request. An address
 * without an extension is a place in the application and gets its page. `override` replaces directives of the content
 * security policy.
 */
export function serveRenderer(
  folder: string,
  override: Record<string, string> = {},
): (request: Request) => Promise<Response> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).split(sep).join('/'), file]),
  );
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'This address is only for reading.');
    const { pathname } = new URL(request.url);
    const index = files.get('/index.html');
    const file = files.get(pathname) ?? (extname(pathname) === '' ? index : undefined);
    if (file === undefined) return plain(404, 'There is no such file.');
    if (file === index) return indexPage(await readFile(file, 'utf8'), override);
    return new Response(request.method === 'HEAD' ? null : await readFile(file), {
      headers: {
        ...pageHeaders(),
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        // Names under assets/ contain a hash of their content.
        'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };
}

/** The page's own scripts may add style sheets with the nonce in its head. */
function indexPage(html: string, override: Record<string, string>): Response {
  const nonce = randomBytes(16).toString('base64url');
  return new Response(html.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />`), {
    headers: {
      ...pageHeaders({
        // WebAssembly is for the bar code reader: this compiles only modules from 'self' and allows no script from text.
        'script-src': "'self' 'wasm-unsafe-eval'",
        'style-src': `'self' 'nonce-${nonce}'`,
        ...override,
      }),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...pageHeaders(), 'Content-Type': 'text/plain; charset=utf-8' } });
