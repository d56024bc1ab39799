import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** What a page of ours may do: run and show what its own server gives it, and nothing else. */
const policy: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Headers of every page; `override` widens single directives of its content security policy. */
export function pageHeaders(override: Record<string, string> = {}): Record<string, string> {
  const directives = Object.entries({ ...policy, ...override }).map(([name, value]) => `${name} ${value}`);
  return {
    'Content-Security-Policy': directives.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/**
 * Serves the built renderer. Only files found when it starts are served, so no path is ever made of a request;
 * an address without an extension is a place in the application and gets its page. `override` widens its policy.
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
        // Names under assets/ carry a hash of what is in them.
        'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };
}

/** The page's own scripts may add style sheets under a nonce, which they find in its head. */
function indexPage(html: string, override: Record<string, string>): Response {
  const nonce = randomBytes(16).toString('base64url');
  return new Response(html.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />`), {
    headers: {
      ...pageHeaders({
        // WebAssembly, for the reader of bar codes: only what 'self' gives is compiled, and no script is made of text.
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
