import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';

import { getRequestListener } from '@hono/node-server';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { requestIdHeader, withRequest } from '../request-context.ts';
import type { RequestContext } from '../request-context.ts';
import type { Tls } from './tls.ts';

export interface HttpServer {
  /** Origin it listens on, such as `http://127.0.0.1:4810`. */
  origin: string;
  /** Applies to new connections; only if the server started with TLS. */
  renewTls(tls: Tls): void;
  /** Stops accepting requests, finishes running ones, then closes. */
  close(): Promise<void>;
}

export interface HttpOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /**
   * Refuses requests whose `Host` is not this machine by name, so that no web page can reach a desk by pointing its own
   * host name here (DNS rebinding).
   */
  loopbackOnly?: boolean;
  /** Speaks HTTPS, TLS 1.2 or newer. */
  tls?: Tls | undefined;
  /** Behind our own proxy: the last address in `X-Forwarded-For` is the caller's, and its `X-Request-Id` is used. */
  trustProxy?: boolean | undefined;
  /** Called when an answer was sent, or when its caller hung up. */
  onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
}

/** Facts about an answered request. */
export interface AnsweredRequest extends RequestContext {
  readonly method: string;
  /** The path of the route, without what people search for, addresses of people, and guids of pictures. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  /** False if the caller hung up before all was sent. */
  readonly isWhole: boolean;
}

const drainMs = 5_000;
const bounds = { maxHeaderSize: limits.request.headers.max };
const times = { keepAliveTimeout: 30_000, requestTimeout: 120_000, optimizeEmptyRequests: true };
const secureOnly = { minVersion: 'TLSv1.2' } as const;

/**
 * Serves a fetch handler over Node HTTP.
 *
 * @throws AppError `unavailable` if the port is taken or the address is not this machine's
 */
export async function listen(
  handler: (request: Request) => Promise<Response>,
  options: HttpOptions,
): Promise<HttpServer> {
  const fetch = options.loopbackOnly ? guarded(handler) : handler;
  const listener = getRequestListener(fetch);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const context = { id: requestIdOf(incoming, options.trustProxy === true) };
    // A header of an answer without any costs a tenth of all cached answers; errors name the request anyway.
    if (options.trustProxy) outgoing.setHeader(requestIdHeader, context.id);
    if (options.onAnswered) reportAnswer(incoming, outgoing, context, options.onAnswered);
    nameCaller(incoming, options.trustProxy === true);
    withRequest(context, () => void listener(incoming, outgoing));
  };
  const secure =
    options.tls && createSecureServer({ ...times, ...bounds, ...options.tls, ...secureOnly }, answer);
  const server = secure ?? createServer({ ...times, ...bounds }, answer);
  server.maxHeadersCount = limits.request.headerCount.max;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  const host = isIP(address) === 6 ? `[${address}]` : address;
  return {
    origin: `${secure ? 'https' : 'http'}://${host}:${port}`,
    renewTls: (tls) => secure?.setSecureContext({ ...tls, ...secureOnly }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Kept-alive connections become idle one by one as their answers end.
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(deadline);
    },
  };
}

/** Returns the id that a trusted proxy gave a request, or a new one. */
function requestIdOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? headers['x-request-id'] : undefined;
  return typeof given === 'string' && /^[\w.:-]{8,100}$/.test(given) ? given : randomUUID();
}

function reportAnswer(
  { method = '', url = '' }: IncomingMessage,
  outgoing: ServerResponse,
  context: RequestContext,
  onAnswered: (answered: AnsweredRequest) => void,
): void {
  const started = performance.now();
  outgoing.once('close', () =>
    onAnswered({
      ...context,
      method,
      path: pathToLog(url, context.route),
      status: outgoing.statusCode,
      seconds: (performance.now() - started) / 1000,
      isWhole: outgoing.writableFinished,
    }),
  );
}

function pathToLog(url: string, route: string | undefined): string {
  const [, path = ''] = /^(?:\w+:\/\/[^/]*)?([^?]*)/.exec(url) ?? [];
  if (route !== undefined) return `/api/2.0${route.slice(route.indexOf(' ') + 1)}`;
  // Capability addresses: who has the guid of a private picture may see it.
  const [picture] = /^\/(?:igi|Document|Video)\//i.exec(path) ?? [];
  if (picture !== undefined) return `${picture}{guid}`;
  const [area] = /^\/api\/2\.0\/[^/]*\/?/i.exec(path) ?? [path];
  return area === path ? path : `${area}…`;
}

/**
 * Passes the caller's address in a header of ours and removes one from outside. Hono reads some headers from `headers`,
 * which Node builds on first access and keeps, and all of them from `rawHeaders`.
 */
function nameCaller({ headers, rawHeaders, socket }: IncomingMessage, trustProxy: boolean): void {
  // Earlier addresses in the list were written by the proxy's caller and cannot be trusted.
  const forwarded = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  const caller = forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : (socket.remoteAddress ?? '');
  headers[peerHeader] = caller;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === peerHeader) rawHeaders.splice(index, 2);
  }
  rawHeaders.push(peerHeader, caller);
}

const peerHeader = 'x-benchside-peer';

function guarded(handler: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { hostname } = new URL(request.url);
    if (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
      return handler(request);
    return Response.json(
      { error: true, message: 'This desk answers on its own computer only.' },
      { status: 403 },
    );
  };
}

function cannotListen(error: Error, { host, port }: HttpOptions): AppError {
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return new AppError(
      'unavailable',
      `Port ${port} is already in use. Choose another with --port, or 0 for any free one.`,
    );
  }
  if (code === 'EACCES')
    return new AppError('unavailable', `Port ${port} needs privileges. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL')
    return new AppError('unavailable', `${host} is not an address of this computer.`);
  return new AppError('unavailable', `Cannot listen on ${host}:${port}: ${error.message}`, {}, error);
}
