import { gzip } from 'node:zlib';
import { promisify } from 'node:util';

import { Hono } from 'hono';
import { z } from 'zod';

import { AppError, forbidden, notFound, unauthorized } from '../../shared/errors.ts';
import type { FieldError } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../store/actor.ts';
import { fillHoles } from '../store/holes.ts';
import type { Addresses } from '../store/holes.ts';
import { JsonText } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { errorAnswer } from './error-response.ts';
import { xmlError } from './xml.ts';

const base = '/api/2.0';
const gzipAsync = promisify(gzip);
const maxJsonBytes = 16 * 1024 * 1024;

/** One route for each endpoint, and what they share: sign-in, validation, errors, CORS, `?pretty`, gzip. */
export function createServer(
  endpoints: readonly Endpoint[],
  ctx: Context,
): (request: Request) => Promise<Response> {
  const app = new Hono<{ Bindings: { url: URL } }>({ strict: false });
  const routes = groupByPath(endpoints);
  for (const [path, methods] of routes) {
    app.all(base + honoPath(path), async (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const found = methods.get(method);
      if (method === 'OPTIONS') return preflight([...methods.keys()]);
      if (!found) {
        const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
        throw new AppError('method-not-allowed', `${c.req.method} is not supported here`, { allow });
      }
      const parts: Record<string, string> = c.req.param();
      const params = Object.fromEntries(found.names.map((name, index) => [name, parts[`p${index}`] ?? '']));
      const answer = await serve(found.endpoint, c.req.raw, c.env.url, params, ctx);
      return c.req.method === 'HEAD' ? new Response(null, answer) : answer;
    });
  }
  app.notFound(() => {
    throw notFound('Endpoint');
  });
  app.onError((error, c) => {
    const { status, body, headers } = errorAnswer(error, ctx.log);
    const { url } = c.env;
    if (/^xml$/i.test(url.searchParams.get('type') ?? ''))
      return withCommonHeaders(xmlError(status, body, headers));
    return jsonResponse(c.req.raw, url, body, status, addressesOf(url, ctx), headers);
  });
  return async (request) => {
    // Parsed once: it costs as much as finding the guide.
    const url = new URL(request.url);
    // Real clients put a slash at the end of some paths (fact sheet 1.6).
    const trimmed =
      url.pathname.length > 1 && url.pathname.endsWith('/') ? url.pathname.replace(/\/+$/, '') : undefined;
    const routed =
      trimmed === undefined
        ? request
        : new Request(Object.assign(new URL(url), { pathname: trimmed }), request);
    return app.fetch(routed, { url });
  };
}

async function serve(
  endpoint: Endpoint,
  request: Request,
  url: URL,
  rawParams: Record<string, string>,
  ctx: Context,
): Promise<Response> {
  const started = performance.now();
  const viewer = ctx.identity.viewerOf(request);
  authorize(endpoint, viewer, ctx);
  if (endpoint.profile && endpoint.profile !== ctx.config.profile) throw wrongProfile(endpoint);
  const addresses = addressesOf(url, ctx);
  const answer = await endpoint.handler({
    params: parse(endpoint.params, rawParams),
    query: parse(endpoint.query, queryOf(url)),
    body: endpoint.body && parse(endpoint.body, await jsonBody(request)),
    actor: viewer,
    ctx,
    request,
    addresses,
  });
  ctx.log.debug({ route: endpoint.route, ms: Math.round(performance.now() - started) }, 'served');
  if (answer instanceof Response) return withCommonHeaders(answer);
  if (ctx.config.checkAnswers) checkAnswer(endpoint, answer, addresses);
  if (endpoint.status === 204) return new Response(null, { status: 204, headers: commonHeaders });
  return jsonResponse(request, url, answer, endpoint.status, addresses);
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

function wrongProfile(endpoint: Endpoint): AppError {
  if (endpoint.profile === 'desk' || endpoint.route.startsWith('GET')) return notFound('Endpoint');
  return new AppError(
    'unavailable',
    'This cannot be done at a desk yet. Do it on the site; the next sync brings it here.',
  );
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => fieldError(issue, value));
  const message = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
  throw new AppError('invalid', message, { errors });
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const [head, ...rest] = issue.path;
  const field = head === undefined ? 'body' : String(head);
  const index = rest.find((part) => typeof part === 'number');
  const missing =
    issue.code === 'invalid_type' &&
    issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), value) ===
      undefined;
  return {
    field,
    message: missing ? 'is required' : (rest.length > 0 ? `${rest.join('.')}: ` : '') + issue.message,
    code: missing ? 'missing_field' : 'invalid',
    ...(index === undefined ? {} : { index }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Bodies are JSON whatever their `Content-Type` says (fact sheet 1.1); none at all counts as `{}`. */
async function jsonBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('Content-Length') ?? 0);
  if (length > maxJsonBytes) throw new AppError('too-large', 'The body is larger than 16 MiB.');
  const text = await request.text();
  if (text.length > maxJsonBytes) throw new AppError('too-large', 'The body is larger than 16 MiB.');
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'bad-json',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function queryOf(url: URL): Record<string, string> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of url.searchParams) query[key.replace(/\[\]$/, '')] = value;
  return { ...query };
}

/** Addresses of this server for whoever asks: as configured, or as the request was addressed. */
function addressesOf({ protocol, host }: URL, ctx: Context): Addresses {
  // The origin of a custom scheme is opaque, so it is put together here.
  const origin = ctx.config.publicUrl?.replace(/\/$/, '') ?? `${protocol}//${host}`;
  return { media: `${origin}/igi/`, site: ctx.config.site ? new URL(ctx.config.site).origin : origin };
}

async function jsonResponse(
  request: Request,
  { searchParams }: URL,
  body: unknown,
  status: number,
  addresses: Addresses,
  headers: Record<string, string> = {},
): Promise<Response> {
  const raw = body instanceof JsonText ? body.text : JSON.stringify(body ?? null);
  const filled = fillHoles(raw, addresses);
  const text = searchParams.has('pretty') ? `${JSON.stringify(JSON.parse(filled), null, 2)}\n` : filled;
  const all = { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders, ...headers };
  if (text.length > 1024 && /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) {
    const zipped = await gzipAsync(text, { level: 1 });
    return new Response(zipped, {
      status,
      headers: {
        ...all,
        'Content-Encoding': 'gzip',
        'Content-Length': String(zipped.length),
        Vary: 'Accept-Encoding',
      },
    });
  }
  // As bytes it is written in one piece with its headers, and not converted while it is sent.
  return new Response(Buffer.from(text), { status, headers: all });
}

function preflight(methods: string[]): Response {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders,
      Allow: allow,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-App-Id, Idempotency-Key',
      'Access-Control-Max-Age': '86400',
    },
  });
}

/** CORS for everybody is safe because nothing is authorised by a cookie of another origin (contract section 1.4). */
const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Retry-After',
  'X-Content-Type-Options': 'nosniff',
};

function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(commonHeaders)) response.headers.set(name, value);
  return response;
}

function checkAnswer(endpoint: Endpoint, answer: unknown, addresses: Addresses): void {
  const value: unknown = answer instanceof JsonText ? JSON.parse(fillHoles(answer.text, addresses)) : answer;
  const result = endpoint.response.safeParse(value);
  if (!result.success)
    throw new Error(`${endpoint.route} answers what its schema forbids: ${z.prettifyError(result.error)}`);
}

interface Routed {
  endpoint: Endpoint;
  /** What its address's parts are called there, kept to word characters: `{imageid/guid}` is `imageid`. */
  names: string[];
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Map<string, Routed>> {
  const groups = new Map<string, Map<string, Routed>>();
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ');
    // Methods of one address may name its parts differently: `{imageid/guid}` and `{imageids}`.
    const shape = path.replace(parameter, '{}');
    let methods = groups.get(shape);
    if (!methods) groups.set(shape, (methods = new Map()));
    const names = [...path.matchAll(parameter)].map(([, name = '']) => name.replace(/\W.*$/, ''));
    methods.set(method, { endpoint, names });
  }
  // A fixed word wins over a parameter: `/guides/featured` before `/guides/{guideid}`.
  const ranked = [...groups].map(([shape, methods]) => ({ shape, methods, rank: specificity(shape) }));
  // Compared by code units: the first use of a collation costs as much as the rest of a start.
  ranked.sort((a, b) => b.rank - a.rank || (a.shape < b.shape ? -1 : 1));
  return new Map(ranked.map(({ shape, methods }) => [shape, methods]));
}

const specificity = (path: string): number =>
  path.split('/').reduce((sum, part, index) => sum + (part.startsWith('{') ? 0 : 1 / 2 ** index), 0);

const parameter = /\{([^}]+)\}/g;

/** `/guides/{}` to `/guides/:p0`. */
function honoPath(shape: string): string {
  let index = 0;
  return shape.replaceAll('{}', () => `:p${index++}`);
}
