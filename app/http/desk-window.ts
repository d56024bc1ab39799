import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { invariant } from '../../shared/assert.ts';
import type { Core } from '../core.ts';
import { serveRenderer } from './static.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Returns a fetch function for the desk's own window: requests act as the person at this desk. */
export function windowFetch(core: Core): Fetch {
  const key = core.ctx.identity.windowKey;
  invariant(key, 'a desk has a window key');
  return (request) => {
    const headers = new Headers(request.headers);
    headers.set('X-Benchside-Window', key);
    return core.fetch(new Request(request, { headers }));
  };
}

/** Returns whether the core answers this path; all others belong to the renderer. */
export const isCoreAddress = (pathname: string): boolean => /^\/(?:api|igi|Document|Video)\//.test(pathname);

const cookieName = 'benchside-window';

/**
 * Serves a desk's window in a browser. Opening the address with the key sets a cookie, valid until this process ends,
 * with which requests act as the person at this desk. Without it the desk answers as to anyone without a sign-in.
 */
export function browserWindow(core: Core, rendererDir: string): { fetch: Fetch; path: string } {
  const key = randomBytes(24).toString('base64url');
  const page = serveRenderer(rendererDir);
  const asWindow = windowFetch(core);
  const fetch: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (isCoreAddress(pathname)) return isOurs(request, key) ? asWindow(request) : core.fetch(request);
    if (!isSame(searchParams.get('key'), key)) return page(request);
    const cookie = `${cookieName}=${key}; Path=/; HttpOnly; SameSite=Strict`;
    return new Response(null, {
      status: 303,
      headers: { Location: '/', 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
    });
  };
  return { fetch, path: `/?key=${key}` };
}

/** Cookies and SameSite ignore ports: `Sec-Fetch-Site` keeps out pages of other servers on this machine. */
function isOurs(request: Request, key: string): boolean {
  const cookies = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const given = cookies.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return request.headers.get('Sec-Fetch-Site') === 'same-origin' && isSame(given, key);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isSame(given: string | null | undefined, key: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(key));
}
