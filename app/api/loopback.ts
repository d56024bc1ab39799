/**
 * Who may ask a desk (decision 0017). Its own window always may. Every other request comes over loopback, where other
 * accounts of the machine and pages of any website ask too.
 */
import { AppError, forbidden, unauthorized } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { hasForeignOrigin } from '../origin.ts';
import type { Viewer } from '../store/actor.ts';
import type { Endpoint } from './endpoint.ts';

const isOverLoopback = (request: Request, { config, identity }: Context): boolean =>
  config.profile === 'desk' && !identity.isWindow(request);

/**
 * Refuses what a page of another address asks of a desk, whatever it is.
 *
 * @throws AppError `forbidden`
 */
export function refuseForeign(request: Request, ctx: Context): void {
  if (!isOverLoopback(request, ctx)) return;
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none';
  if ((site !== 'same-origin' && site !== 'none') || hasForeignOrigin(request))
    throw forbidden('A page of another address may not ask this desk.');
}

/**
 * Who did not sign in may read what the site shows to everybody. At a desk that is all, unless it is the desk's window:
 * changes and questions about the desk itself are refused, except where an endpoint of the site is open to everybody.
 *
 * @throws AppError `unauthorized`
 */
export function admitStranger({ auth, profile, route }: Endpoint, request: Request, ctx: Context): void {
  if (ctx.config.profile === 'desk') {
    if (ctx.identity.isWindow(request)) return;
    if (profile === 'desk' || (auth !== 'open' && !route.startsWith('GET ')))
      throw unauthorized('Only the window of this desk and people who signed in may do this.');
  }
  if (auth !== 'open') requirePublicSite(ctx);
}

/** The same for a file, of which no endpoint tells more. @throws AppError `unauthorized` */
export function admitToFile(viewer: Viewer, request: Request, ctx: Context): void {
  if (!viewer && isOverLoopback(request, ctx)) requirePublicSite(ctx);
}

function requirePublicSite({ store }: Context): void {
  if (store.read(null, (s) => s.meta.site.private))
    throw unauthorized('This site is private: sign in to read it.');
}

/**
 * A body over loopback is JSON by its `Content-Type` too: any page can send other types without asking first. A hub takes
 * any type (CONTRACT 1.1).
 *
 * @throws AppError `bad-json`
 */
export function requireJsonType(request: Request, ctx: Context): void {
  const { headers } = request;
  const type = headers.get('Content-Type');
  const isEmpty =
    type === null && !headers.has('Transfer-Encoding') && !Number(headers.get('Content-Length'));
  if (isEmpty || /^application\/json\s*(?:;|$)/i.test(type ?? '') || !isOverLoopback(request, ctx)) return;
  throw new AppError('bad-json', 'A desk takes JSON only as application/json.');
}
