import { extname } from 'node:path';

import { bestLanguage } from '../../shared/language.ts';
import { limits } from '../../shared/limits.ts';
import { manualStart } from '../../shared/manual.ts';
import { pageMark } from '../../shared/page-mark.ts';
import type { Core } from '../core.ts';
import { hashToken } from '../identity/token.ts';
import { hasForeignOrigin } from '../api/origin.ts';
import { serveRenderer } from './static.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import type { Fetch } from './desk-window.ts';

/** With this prefix browsers accept the cookie only over HTTPS and only from this very host. */
const cookieName = 'benchside-session';
const secureName = `__Host-${cookieName}`;

/**
 * Serves a hub with the program as its page. Signing in there sets a cookie that no script can read, which becomes the
 * contract's `Authorization` of each request; requests with their own `Authorization` pass unchanged (decision 0013).
 */
export function withHubPage({ fetch, ctx }: Core, folder: string): Fetch {
  const { publicUrl, redirectMedia } = ctx.config;
  const root = publicUrl === undefined ? '/' : new URL(publicUrl).pathname.replace(/\/*$/, '/');
  const page = serveRenderer(folder, {
    // Pictures of imported guides may still be on other servers.
    'img-src': "'self' data: blob: https:",
    'media-src': [
      "'self'",
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]),
      ...(redirectMedia ? ['https:'] : []),
    ].join(' '),
  });

  const asSignedIn = async (request: Request, session: string | undefined): Promise<Response> => {
    const foreign = isForeign(request, publicUrl);
    const marked = request.headers.has(pageMark);
    if (foreign && !isRead(request)) return refused();
    const headers = new Headers(request.headers);
    headers.delete('Cookie');
    if (session !== undefined && !foreign && (marked || isRead(request)))
      headers.set('Authorization', `api ${session}`);
    const answer = marked && givesToken(request) ? await keepingToken(request, headers, session) : undefined;
    const response = answer ?? (await fetch(new Request(request, { headers })));
    if (isSignOut(request)) response.headers.append('Set-Cookie', cookie(request, '', 0));
    if (isApi.test(request.url)) response.headers.set('Cache-Control', 'no-store');
    return response;
  };

  /** Moves a token from the answer into a cookie, so that the page never sees it. */
  const keepingToken = async (request: Request, headers: Headers, before?: string): Promise<Response> => {
    headers.delete('Accept-Encoding');
    const [appid] = ctx.store.read(null, (s) => s.meta.site.appids);
    if (appid !== undefined) headers.set('X-App-Id', appid);
    const response = await fetch(new Request(request, { headers }));
    if (response.status !== 201) return response;
    const { authToken, ...user } = (await response.json()) as Record<string, unknown>;
    const kept = new Response(JSON.stringify(user), { status: 201, headers: response.headers });
    kept.headers.delete('Content-Length');
    if (typeof authToken !== 'string') return kept;
    const { max: seconds } = limits.session.page;
    const staysIn = [isSignIn, isSetUp, isPasswordChange].some((pattern) => pattern.test(request.url));
    if (staysIn) kept.headers.append('Set-Cookie', cookie(request, authToken, seconds));
    const ended = staysIn ? before : authToken;
    ctx.store.transact(null, (s) => {
      if (staysIn) s.sessions.endWithin(hashToken(authToken), seconds);
      if (ended !== undefined) s.sessions.end(hashToken(ended));
    });
    return kept;
  };

  return async (request) => {
    if (!isCore.test(request.url)) return pageOrPlace(request, page, root);
    const { headers } = request;
    if (headers.has('Authorization')) return fetch(request);
    const session = sessionOf(headers.get('Cookie'));
    return session === undefined && !headers.has(pageMark) ? fetch(request) : asSignedIn(request, session);
  };
}

/** Matches the address as text, because parsing it costs as much as many answers. */
const isCore = /^[^/]+:\/\/[^/]*\/(?:api|igi|Document|Video)\//;
const isApi = /^[^/]+:\/\/[^/]*\/api\//;
const tokenPath = String.raw`^[^/]+://[^/]*/api/2\.0/user/token`;
const isSignIn = new RegExp(String.raw`${tokenPath}/?(?:\?|$)`);
const isPasswordChange = /^[^/]+:\/\/[^/]*\/api\/2\.0\/benchside\/user\/password\/?(?:\?|$)/;
const isSetUp = /^[^/]+:\/\/[^/]*\/api\/2\.0\/benchside\/setup\/?(?:\?|$)/;
const isGiving =
  /^[^/]+:\/\/[^/]*\/api\/2\.0\/(?:user\/token(?:\/impersonate)?|users|benchside\/setup|benchside\/user\/password)\/?(?:\?|$)/;

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
const givesToken = ({ method, url }: Request): boolean => method === 'POST' && isGiving.test(url);
const isSignOut = ({ method, url }: Request): boolean => method === 'DELETE' && isSignIn.test(url);

/**
 * Returns whether a page of another address sends the request. On secure connections browsers say so in
 * `Sec-Fetch-Site`; over plain HTTP they send `Origin`, at least with every change. `SameSite` ignores ports and
 * subdomains.
 */
function isForeign(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return site === null ? hasForeignOrigin(request, publicUrl) : site !== 'same-origin';
}

const refused = (): Response =>
  Response.json(
    { error: true, message: 'Pages from another address may not use this sign-in.' },
    { status: 403, headers: { 'X-Content-Type-Options': 'nosniff' } },
  );

function sessionOf(cookies: string | null): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('='));
  const given = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
  const session = given(secureName) ?? given(cookieName);
  return session && /^[\w-]{8,200}$/.test(session) ? session : undefined;
}

/** Uses the browser's `Origin` to detect HTTPS, because a proxy may have terminated it. */
function cookie({ headers, url }: Request, value: string, seconds: number): string {
  const secure = (headers.get('Origin') ?? url).startsWith('https:');
  const name = secure ? secureName : cookieName;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** Paths of a site that documents contain, with the places where the page shows them. */
const places: readonly [RegExp, string][] = [
  [/^\/(?:Guide|Teardown)\/(?:[^/]*\/)?(\d+)\/?$/, '/guide/'],
  [/^\/(?:Device|Category)\/([^/]+)\/?$/, '/category/'],
  [/^\/Item\/([^/]+)\/?$/, '/wiki/ITEM/'],
  [/^\/Info\/([^/]+)\/?$/, '/wiki/INFO/'],
  [/^\/Wiki\/([^/]+)\/?$/, '/wiki/WIKI/'],
  [/^\/User\/(\d+)(?:\/|$)/, '/admin/people/'],
  [/^\/Team\/(\d+)(?:\/|$)/, '/admin/teams/'],
];

/**
 * Serves the page at one address only, because it loads its files relative to itself; redirects others. `root` is that
 * address as browsers see it.
 */
async function pageOrPlace(request: Request, page: Fetch, root: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/' || extname(pathname) !== '') return page(request);
  const [isManual, language] = manualPath.exec(pathname) ?? [];
  if (isManual !== undefined) return seeOther(`${root}${manualStart(language ?? preferred(request))}`);
  const [known] = places.flatMap(([pattern, place]) => {
    const [, name] = pattern.exec(pathname) ?? [];
    return name === undefined ? [] : [`#${place}${name}`];
  });
  return seeOther(root + (known ?? ''));
}

const seeOther = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address } });

/** `/manual`, and `/manual/de` for one language. */
const manualPath = /^\/manual(?:\/([a-z]{2}))?\/?$/;

/** Returns the language that a browser asks for first. */
const preferred = (request: Request): string => bestLanguage(acceptedLanguages(request));
