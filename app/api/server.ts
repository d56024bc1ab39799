import { Hono } from 'hono';
import { z } from 'zod';

import { invariant } from '../../shared/assert.ts';
import { AppError, forbidden, invalid, notFound, unauthorized } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../store/actor.ts';
import { fillHoles } from '../store/holes.ts';
import type { Addresses } from '../store/holes.ts';
import { Repeated } from '../store/idempotency/idempotency.ts';
import type { Operation } from '../store/journal/journal.ts';
import { acceptsGzip, finish, jsonText, preflight, send, sendNothing, withCommonHeaders } from './answer.ts';
import type { Wanted } from './answer.ts';
import { JsonText } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { errorAnswer } from './error-response.ts';
import { jsonBody, parse, queryOf } from './input.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { groupByPath, honoPath } from './routes.ts';
import { xmlError } from './xml.ts';

const base = '/api/2.0';

/** One request, by whom, and the state of the store before anything was read for it. */
interface Asked {
  request: Request;
  url: URL;
  viewer: Viewer;
  version: number;
}

/** One route for each endpoint, and what they share: sign-in, validation, errors, CORS, `?pretty`, gzip. */
export function createServer(
  endpoints: readonly Endpoint[],
  ctx: Context,
): (request: Request) => Promise<Response> {
  const app = new Hono<{ Bindings: Asked }>({ strict: false });
  const kept = new KeptAnswers();
  for (const [path, methods] of groupByPath(endpoints)) {
    app.all(base + honoPath(path), (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const found = methods.get(method);
      if (method === 'OPTIONS') return preflight([...methods.keys()]);
      if (!found) {
        const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
        throw new AppError('method-not-allowed', `${c.req.method} is not supported here`, { allow });
      }
      const parts: Record<string, string> = c.req.param();
      const params = Object.fromEntries(found.names.map((name, index) => [name, parts[`p${index}`] ?? '']));
      return serve(found.endpoint, c.env, params, ctx, kept);
    });
  }
  app.notFound(() => {
    throw notFound('Endpoint');
  });
  // Hono would answer in its own words.
  app.onError((error) => {
    throw error;
  });
  return async (request) => {
    try {
      const { version } = ctx.store;
      const viewer = ctx.identity.viewerOf(request);
      const known = isRead(request) ? kept.find(version, keyOf(request, viewer)) : undefined;
      if (known?.saw) ctx.views.saw(viewer, ...known.saw);
      if (known) return forMethod(request, send(known));
      const url = new URL(request.url);
      const asked = { request, url, viewer, version };
      return forMethod(request, await app.fetch(withoutSlash(request, url), asked));
    } catch (error) {
      return forMethod(request, await refuse(error, request, ctx));
    }
  };
}

const forMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response;

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Everything an answer to a `pure` endpoint depends on, next to the store. */
const keyOf = (request: Request, viewer: Viewer): string =>
  `${viewer?.userid ?? ''} ${acceptsGzip(request) ? 'gzip' : ''} ${request.url}`;

/** Real clients put a slash at the end of some paths (fact sheet 1.6). */
function withoutSlash(request: Request, url: URL): Request {
  if (url.pathname.length === 1 || !url.pathname.endsWith('/')) return request;
  return new Request(Object.assign(new URL(url), { pathname: url.pathname.replace(/\/+$/, '') }), request);
}

async function refuse(error: unknown, request: Request, ctx: Context): Promise<Response> {
  const { status, body, headers: told } = errorAnswer(error, ctx.log);
  const exposed = Object.keys(told).join(', ');
  const headers = { ...told, ...(exposed === '' ? {} : { 'Access-Control-Expose-Headers': exposed }) };
  const url = new URL(request.url);
  if (/^xml$/i.test(url.searchParams.get('type') ?? ''))
    return withCommonHeaders(xmlError(status, body, headers));
  return send(await finish(body, wantedOf(request, url, ctx), status, headers));
}

async function serve(
  endpoint: Endpoint,
  asked: Asked,
  rawParams: Record<string, string>,
  ctx: Context,
  kept: KeptAnswers,
): Promise<Response> {
  const started = performance.now();
  const { request, url, viewer, version } = asked;
  authorize(endpoint, viewer, ctx);
  if (endpoint.profile && endpoint.profile !== ctx.config.profile) throw notFound('Endpoint');
  if (endpoint.forwarded && ctx.identity.sendOn)
    return withCommonHeaders(await ctx.identity.sendOn(endpoint, request, viewer));
  const wanted = wantedOf(request, url, ctx);
  const given = { params: rawParams, query: queryOf(url), body: endpoint.body && (await jsonBody(request)) };
  // At a desk, what was known by a provisional id may have become the site's.
  const input = isHub(ctx) ? given : ctx.store.read(null, (s) => s.aliases.resolve(given));
  const query = parse(endpoint.query, input.query);
  const operation = { route: endpoint.route, ...input, ...idempotencyOf(request, ctx) };
  const pure = endpoint.pure(query);
  const looked: Pick<KeptAnswer, 'saw'> = {};
  const answer = await answerOrRepeat(endpoint, () =>
    endpoint.handler({
      params: parse(endpoint.params, input.params),
      query,
      body: endpoint.body && parse(endpoint.body, input.body),
      actor: viewer,
      ctx: pure ? storeOnly(ctx) : ctx,
      get request() {
        invariant(!pure, `${endpoint.route} is pure and must not look at headers`);
        return request;
      },
      addresses: wanted.addresses,
      write: (fn) => {
        const result = ctx.store.edit(viewer, operation, fn);
        ctx.sync.request({ edit: true });
        return result;
      },
      saw: (...document) => {
        looked.saw = document;
        ctx.views.saw(viewer, ...document);
      },
    }),
  );
  ctx.log.debug({ route: endpoint.route, ms: Math.round(performance.now() - started) }, 'served');
  if (answer instanceof Response) return withCommonHeaders(answer);
  if (ctx.config.checkAnswers) checkAnswer(endpoint, answer, wanted.addresses);
  if (endpoint.status === 204) return sendNothing();
  const finished = await finish(answer, wanted, endpoint.status);
  if (pure) kept.keep(version, keyOf(request, viewer), { ...finished, ...looked });
  return send(finished);
}

const ofStore: ReadonlySet<unknown> = new Set<keyof Context>(['config', 'store', 'log']);

/** What a `pure` answer may come from. */
const storeOnly = (ctx: Context): Context =>
  new Proxy(ctx, {
    get: (whole, name, receiver) => {
      invariant(ofStore.has(name), `a pure answer must not come from ${String(name)}`);
      return Reflect.get(whole, name, receiver) as unknown;
    },
  });

const isHub = (ctx: Context): boolean => ctx.config.profile === 'hub';

/** A hub answers a repeated edit with what it answered the first time (architecture section 6, rule 9). */
function idempotencyOf(request: Request, ctx: Context): Pick<Operation, 'keyed'> {
  const key = request.headers.get('Idempotency-Key');
  if (key === null || !isHub(ctx) || request.method === 'GET') return {};
  if (!/^[\w.:-]{8,100}$/.test(key))
    throw invalid('Idempotency-Key', 'An Idempotency-Key has 8 to 100 letters, digits, or any of _ . : -');
  return { keyed: { key, textOf: jsonText } };
}

async function answerOrRepeat({ status }: Endpoint, handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Repeated) return status === 204 ? undefined : new JsonText(error.answer);
    throw error;
  }
}

function authorize(endpoint: Endpoint, viewer: Viewer, ctx: Context): void {
  if (endpoint.auth === 'open' || viewer) {
    if (endpoint.auth === 'admin' && viewer?.role !== 'admin') {
      throw forbidden('This needs the privileges of an admin.', ['Admin']);
    }
    return;
  }
  if (endpoint.auth !== 'public') throw unauthorized();
  if (ctx.config.profile === 'hub' && ctx.store.read(null, (s) => s.meta.site.private)) {
    throw unauthorized('This site is private: sign in to read it.');
  }
}

/** How the caller wants it. Addresses are as configured, or as the request was addressed: by its URL alone (`keyOf`). */
function wantedOf(request: Request, { protocol, host, searchParams }: URL, ctx: Context): Wanted {
  // The origin of a custom scheme is opaque, so it is put together here.
  const origin = ctx.config.publicUrl?.replace(/\/$/, '') ?? `${protocol}//${host}`;
  const site = ctx.config.site ? new URL(ctx.config.site).origin : origin;
  return {
    addresses: { media: `${origin}/igi/`, site },
    pretty: isSet(searchParams.get('pretty')),
    gzip: acceptsGzip(request),
  };
}

/** A flag's presence counts, unless it says no (fact sheet 1.4). */
const isSet = (flag: string | null): boolean => flag !== null && flag !== 'false' && flag !== '0';

function checkAnswer(endpoint: Endpoint, answer: unknown, addresses: Addresses): void {
  const value: unknown = answer instanceof JsonText ? JSON.parse(fillHoles(answer.text, addresses)) : answer;
  const result = endpoint.response.safeParse(value);
  if (!result.success)
    throw new Error(`${endpoint.route} answers what its schema forbids: ${z.prettifyError(result.error)}`);
}
