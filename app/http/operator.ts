import { createHash, timingSafeEqual } from 'node:crypto';

import type { Context } from '../context.ts';
import type { Fetch } from './desk-window.ts';
import type { Metrics } from './metrics.ts';

export interface OperatorOptions {
  ctx: Context;
  /** Returns whether the hub is about to stop, so that a balancer should send it no more requests. */
  isDraining: () => boolean;
  /** Served at `/metrics` to callers with the token; without metrics `/metrics` answers 404. */
  metrics?: { source: Metrics; token: string } | undefined;
}

/** Tests the unparsed address: parsing costs as much as finding a cached answer. */
const isOperator = /^[^/]+:\/\/[^/]*\/(healthz|readyz|metrics)(?:\?|$)/;

/**
 * Adds what a balancer and a monitoring system ask a hub for: `/healthz` (the process answers), `/readyz` (its database and
 * its folder of pictures answer, and it is not about to stop) and `/metrics` (in the format of Prometheus).
 */
export function withOperator(fetch: Fetch, { ctx, isDraining, metrics }: OperatorOptions): Fetch {
  const answers: Record<string, (request: Request) => Response | Promise<Response>> = {
    healthz: () => plain(200, 'ok\n'),
    readyz: () => readiness(ctx, isDraining()),
    metrics: async (request) => {
      if (!metrics) return plain(404, 'This hub has no metrics. Start it with --metrics-token-file.\n');
      if (!hasToken(request, metrics.token))
        return plain(401, 'Metrics need the token of an operator.\n', { 'WWW-Authenticate': 'Bearer' });
      return plain(200, await metrics.source.text(), { 'Content-Type': metrics.source.contentType });
    },
  };
  return async (request) => {
    const answer = answers[isOperator.exec(request.url)?.[1] ?? ''];
    if (!answer) return fetch(request);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'This address is only for reading.\n', { Allow: 'GET, HEAD' });
    const response = await answer(request);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}

/** One part of a hub that has to work before it can serve. */
type Part = 'ok' | 'failed' | 'draining';

async function readiness(ctx: Context, isDraining: boolean): Promise<Response> {
  const parts: Record<string, Part> = {
    database: await works(ctx, 'database', async () => {
      await ctx.store.catchUp();
      ctx.store.read(null, (s) => s.meta.siteid);
    }),
    pictures: await works(ctx, 'pictures', () => ctx.media.requireUsable()),
    ...(isDraining ? { process: 'draining' as const } : {}),
  };
  const isReady = Object.values(parts).every((part) => part === 'ok');
  return Response.json(
    { ready: isReady, ...parts },
    {
      status: isReady ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) },
    },
  );
}

async function works({ log }: Context, part: string, check: () => unknown): Promise<Part> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    log.error({ err: error, part }, 'the hub is not ready');
    return 'failed';
  }
}

function hasToken(request: Request, token: string): boolean {
  const [, given] = /^bearer\s+(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
