/**
 * Decides which requests a desk answers (decision 0017): all from its own window. Any other request comes over loopback, which
 * other accounts of the machine and pages of any website can use too.
 */
import { AppError, forbidden, unauthorized } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { tokenOf } from '../identity/token.ts';
import { hasForeignOrigin } from './origin.ts';
import type { Viewer } from '../store/actor.ts';
import type { Endpoint } from './endpoint.ts';

const isOverLoopback = (request: Request, { config, identity }: Context): boolean =>
  config.profile === 'desk' && !identity.isWindow(request);

/** Refuses every request that a page of another origin sends to a desk. @throws AppError `forbidden` */
export function refuseForeign(request: Request, ctx: Context): void {
  if (!isOverLoopback(request, ctx)) return;
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none';
  if ((site !== 'same-origin' && site !== 'none') || hasForeignOrigin(request))
    throw forbidden('Pages from another address may not use this desk.');
}

/**
 * Admits callers who did not sign in to public content. At a desk, other than from its window, that is all: changes and endpoints
 * about the desk itself are refused, except endpoints of the site that are `open`.
 *
 * @throws AppError `unauthorized`
 */
function admitStranger(
  { auth, profile, route }: Endpoint,
  { request, version }: { request: Request; version: number },
  ctx: Context,
): void {
  if (ctx.config.profile === 'desk') {
    if (ctx.identity.isWindow(request)) return;
    if (profile === 'desk' || (auth !== 'open' && !route.startsWith('GET ')))
      throw unauthorized('Only the window of this desk and people who signed in may do this.');
  }
  if (auth !== 'open') requirePublicSite(ctx, version);
}

/**
 * Admits a caller whom the endpoint is for.
 *
 * @throws AppError `unauthorized`, `forbidden`
 */
export function authorize(
  endpoint: Endpoint,
  { request, viewer, version }: { request: Request; viewer: Viewer; version: number },
  ctx: Context,
): void {
  const { auth } = endpoint;
  if (!viewer) {
    if (auth === 'user' || auth === 'admin')
      throw tokenOf(request) ? unauthorized('This sign-in has ended. Sign in again.') : unauthorized();
    admitStranger(endpoint, { request, version }, ctx);
  } else if (auth === 'admin' && viewer.role !== 'admin') {
    throw forbidden('This needs the privileges of an admin.', ['Admin']);
  }
}

/** Admits callers to a file, which has no endpoint with an `auth`. @throws AppError `unauthorized` */
export function admitToFile(viewer: Viewer, request: Request, ctx: Context): void {
  if (!viewer && isOverLoopback(request, ctx)) requirePublicSite(ctx, ctx.store.version);
}

/** @throws AppError `unauthorized` at a private site */
export function requirePublicSite({ store }: Context, version: number): void {
  if (store.siteAt(version).private) throw unauthorized('This hub is private: sign in to read it.');
}

/**
 * Over loopback a body must have the `Content-Type` of JSON: any page can send other types without a preflight. A hub accepts any
 * type (CONTRACT 1.1).
 *
 * @throws AppError `bad-json`
 */
export function requireJsonType(request: Request, ctx: Context): void {
  const { headers } = request;
  const type = headers.get('Content-Type');
  const isEmpty =
    type === null && !headers.has('Transfer-Encoding') && !Number(headers.get('Content-Length'));
  if (isEmpty || /^application\/json\s*(?:;|$)/i.test(type ?? '') || !isOverLoopback(request, ctx)) return;
  throw new AppError('bad-json', 'Send JSON to a desk as application/json only.');
}
