import { isDeepStrictEqual } from 'node:util';

import { Hono } from 'hono';

import { invariant } from '../../shared/assert.ts';
import { idempotencyKey } from '../../shared/model/edit-batch.ts';
import { AppError, invalid, notFound } from '../../shared/errors.ts';
import type { Context, HandlerInput } from '../context.ts';
import type { Viewer } from '../store/actor.ts';
import { isProvisional, mentionsProvisional } from '../store/provisional-ids.ts';
import { historyHeader, newestPoint, pointText } from '../store/feed/epochs.ts';
import { Repeated } from '../store/idempotency/idempotency.ts';
import type { Operation } from '../store/replica-parts.ts';
import { answersAtOnce } from '../replica/operations/index.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import {
  acceptsGzip,
  finish,
  jsonText,
  preflight,
  sendAnswer,
  sendLast,
  sendNothing,
  withCommonHeaders,
} from './answer.ts';
import type { Wanted } from './answer.ts';
import { JsonText } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { errorAnswer } from './error-response.ts';
import { isFlagSet, parseInput } from '../parse-input.ts';
import { currentRequest, nameRoute, requestIdHeader } from '../request-context.ts';
import { checkAnswer } from './check-answer.ts';
import { EditGroups } from './edit-groups.ts';
import { answersXml } from './fields.ts';
import { jsonBody, queryParameters, requireAddress } from './input.ts';
import { isOfOtherHistory } from './history.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { authorize, refuseForeign, requireJsonType } from './loopback.ts';
import { groupByPath, honoPath } from './routes.ts';
import { xmlError } from './xml.ts';

const base = '/api/2.0';

/** A request with its caller, and the version of the store before anything was read for it. */
interface Asked {
  request: Request;
  url: URL;
  viewer: Viewer;
  version: number;
  /** Key of its answer in the cache. */
  key: string;
}

/** Creates the server: one route for each endpoint, and what they share: sign-in, validation, errors, CORS, `?pretty`, gzip. */
export function createServer(
  endpoints: readonly Endpoint[],
  ctx: Context,
): (request: Request) => Promise<Response> {
  const app = new Hono<{ Bindings: Asked }>({ strict: false });
  const kept = new KeptAnswers();
  const groups = new EditGroups(ctx.store);
  for (const [path, methods] of groupByPath(endpoints)) {
    app.all(base + honoPath(path), (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const found = methods.get(method);
      if (method === 'OPTIONS') return preflight([...methods.keys()], ctx);
      if (!found) {
        const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
        throw new AppError('method-not-allowed', `${c.req.method} is not supported here`, { allow });
      }
      const parts: Record<string, string> = c.req.param();
      const params = Object.fromEntries(found.names.map((name, index) => [name, parts[`p${index}`] ?? '']));
      return serve(found.endpoint, c.env, params, ctx, { kept, groups }).catch((error) =>
        refuse(error, c.env.request, ctx, answersXml(found.endpoint)),
      );
    });
  }
  app.notFound(() => {
    throw notFound('Endpoint');
  });
  // Hono would answer with a text of its own.
  app.onError((error) => {
    throw error;
  });
  return async (request) => {
    try {
      refuseForeign(request, ctx);
      if (ctx.store.isShared) await ctx.store.catchUp();
      const { version } = ctx.store;
      const viewer = ctx.identity.viewerOf(request);
      const key = keyOf(request, viewer, ctx);
      const known = isRead(request) ? kept.find(version, key) : undefined;
      if (known?.saw) ctx.views.saw(viewer, ...known.saw);
      if (known) {
        nameRoute(known.route);
        return forMethod(request, withNewestLine(sendAnswer(known), request, ctx));
      }
      const url = new URL(request.url);
      requireAddress(url);
      const asked = { request, url, viewer, version, key };
      const answer = await app.fetch(withoutSlash(request, url), asked);
      return forMethod(request, withNewestLine(answer, request, ctx));
    } catch (error) {
      return forMethod(request, await refuse(error, request, ctx));
    }
  };
}

const forMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response;

/**
 * Names the newest line of a hub's feed to a desk. If the hub is restored later, the desk notices that what was answered here is lost, even if it
 * has not read the feed up to that line (SPEC F4.6, F4.29).
 */
function withNewestLine(response: Response, { headers }: Request, ctx: Context): Response {
  const isDesk = headers.has(historyHeader) || headers.has('Idempotency-Key');
  if (isDesk && isHub(ctx)) response.headers.set(historyHeader, pointText(ctx.store.read(null, newestPoint)));
  return response;
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Returns everything that an answer to a `pure` endpoint depends on besides the store. */
const keyOf = (request: Request, viewer: Viewer, { identity }: Context): string =>
  `${viewer?.userid ?? (identity.isWindow(request) ? 'window' : '')} ${acceptsGzip(request) ? 'gzip' : ''} ${request.url}`;

/** Removes slashes at the end, which real clients put there (CONTRACT 1.2). */
function withoutSlash(request: Request, url: URL): Request {
  const { pathname } = url;
  if (pathname.length === 1 || !pathname.endsWith('/')) return request;
  // No regular expression: one for trailing slashes takes quadratic time on slashes elsewhere.
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return new Request(Object.assign(new URL(url), { pathname: pathname.slice(0, end) }), request);
}

/** @param mayBeXml whether the endpoint answers XML on request */
async function refuse(error: unknown, request: Request, ctx: Context, mayBeXml = false): Promise<Response> {
  const { status, body, headers: told, unread } = errorAnswer(error, ctx.log);
  const id = currentRequest()?.id;
  const own = { ...told, ...(id === undefined ? {} : { [requestIdHeader]: id }) };
  const exposed = isHub(ctx) ? Object.keys(own).join(', ') : '';
  const headers = { ...own, ...(exposed === '' ? {} : { 'Access-Control-Expose-Headers': exposed }) };
  const url = new URL(request.url);
  if (mayBeXml && /^xml$/i.test(url.searchParams.get('type') ?? ''))
    return withCommonHeaders(xmlError(status, body, headers), ctx.common);
  const finished = await finish(body, wantedOf(request, url, ctx), status, headers);
  return unread ? sendLast(finished, request) : sendAnswer(finished);
}

async function serve(
  endpoint: Endpoint,
  asked: Asked,
  rawParams: Record<string, string>,
  ctx: Context,
  { kept, groups }: { kept: KeptAnswers; groups: EditGroups },
): Promise<Response> {
  const started = performance.now();
  nameRoute(endpoint.route);
  const { request, url, viewer, version, key } = asked;
  if (endpoint.profile && endpoint.profile !== ctx.config.profile) throw notFound('Endpoint');
  authorize(endpoint, asked, ctx);
  if (!isRead(request)) requireHistory(request, ctx);
  if (endpoint.body) requireJsonType(request, ctx);
  if (endpoint.forwarded && ctx.identity.forward) {
    const { route, auth } = endpoint;
    const forwarded = {
      request,
      method: route.slice(0, route.indexOf(' ')),
      body: await jsonBody(request, endpoint, viewer),
      isOpen: auth === 'open',
    };
    return withCommonHeaders(await ctx.identity.forward(forwarded, viewer), ctx.common);
  }
  const wanted = wantedOf(request, url, ctx);
  const query = queryParameters(url, endpoint);
  if (isHub(ctx) && endpoint.rate?.when(query)) ctx.rates.count(endpoint.rate.name, viewer, request);
  const given = {
    params: rawParams,
    query,
    body: endpoint.body && (await jsonBody(request, endpoint, viewer)),
  };
  const needsTurn = ctx.store.isShared && !isRead(request);
  const isGrouped = needsTurn && answersAtOnce(endpoint.route);
  if (needsTurn && !isGrouped) await ctx.store.takeTurn();
  const { answer, headers, pure, looked } = await answerLatest(endpoint, given, asked, {
    ctx,
    wanted,
    carryOut: isGrouped ? (handle) => groups.carryOut(viewer, handle) : (handle) => handle(),
  });
  ctx.log.debug({ route: endpoint.route, ms: Math.round(performance.now() - started) }, 'served');
  if (answer instanceof Response) {
    // The file of a download would stay open.
    if (request.method === 'HEAD') await answer.body?.cancel();
    return withCommonHeaders(answer, ctx.common);
  }
  if (ctx.config.checkAnswers) checkAnswer(endpoint, answer, wanted.addresses);
  if (endpoint.status === 204) return sendNothing(ctx.common, headers);
  const finished = await finish(answer, wanted, endpoint.status, headers);
  if (pure) kept.keep(version, key, { ...finished, ...looked, route: endpoint.route });
  return sendAnswer(finished);
}

type Given = Pick<Operation, 'params' | 'query' | 'body'>;

interface Answered {
  answer: unknown;
  headers?: Record<string, string>;
  pure: boolean;
  looked: Pick<KeptAnswer, 'saw'>;
}

interface Serving {
  ctx: Context;
  wanted: Wanted;
  /** Runs the handler. */
  carryOut: (handle: () => unknown) => unknown;
}

/** An id or title in the request was replaced by the site's after the request was read. */
class Renamed extends Error {
  override readonly name = 'Renamed';
}

/**
 * Answers a request with the ids and titles that are valid when it is carried out: at a desk the sync thread may replace
 * provisional ones at any moment.
 */
async function answerLatest(
  endpoint: Endpoint,
  given: Given,
  asked: Asked,
  serving: Serving,
): Promise<Answered> {
  const { ctx } = serving;
  if (isHub(ctx))
    return answerTo(endpoint, given, asked, {
      ...serving,
      write: (operation, fn) => ctx.store.edit(callerNow(endpoint, asked, ctx), operation, fn),
    });
  const isNamed = mayBeRenamed(endpoint, given);
  const latest = (): Given =>
    isNamed ? ctx.store.read(null, (s) => asSiteNames(s, endpoint, given)) : given;
  for (;;) {
    const input = latest();
    let written = false;
    try {
      return await answerTo(endpoint, input, asked, {
        ...serving,
        write: (operation, fn) => {
          const result = ctx.store.edit(asked.viewer, inJournal(ctx, operation), (s) => {
            if (isNamed && !isDeepStrictEqual(asSiteNames(s, endpoint, given), input)) throw new Renamed();
            return fn(s);
          });
          written = true;
          ctx.sync.request({ edit: true });
          return result;
        },
      });
    } catch (error) {
      if (written || !(error instanceof Renamed || error instanceof AppError)) throw error;
      if (isDeepStrictEqual(latest(), input)) throw error;
    }
  }
}

/**
 * Returns the caller of an edit as they are now: an admin may have deactivated them, or changed their role, while the body came.
 *
 * @throws AppError as `authorize`
 */
function callerNow(endpoint: Endpoint, { request, viewer, version }: Asked, ctx: Context): Viewer {
  const { store, identity } = ctx;
  if (store.version === version) return viewer;
  const now = identity.viewerOf(request);
  authorize(endpoint, { request, viewer: now, version: store.version }, ctx);
  return now;
}

/** Returns the operation as the journal records it: a picture made here by its id, which the push replaces by the site's. */
function inJournal({ store }: Context, operation: Operation): Operation {
  const { imageid } = operation.params;
  if (imageid === undefined) return operation;
  const row = store.read(null, (s) => s.media.find(imageid));
  return row && isProvisional(row.imageid)
    ? { ...operation, params: { ...operation.params, imageid: String(row.imageid) } }
    : operation;
}

async function answerTo(
  endpoint: Endpoint,
  input: Given,
  { request, viewer }: Asked,
  {
    ctx,
    wanted,
    carryOut,
    write,
  }: Serving & { write: <T>(operation: Operation, fn: (s: ReplicaWriter) => T) => T },
): Promise<Answered> {
  const query = parseInput(endpoint.query, input.query);
  const operation: Operation = { route: endpoint.route, ...input, ...idempotencyOf(request, ctx) };
  const pure = endpoint.pure(query);
  const looked: Pick<KeptAnswer, 'saw'> = {};
  const handled: HandlerInput<unknown, unknown, unknown, Viewer> = {
    params: parseInput(endpoint.params, input.params),
    query,
    body: endpoint.body && parseInput(endpoint.body, input.body),
    actor: viewer,
    ctx: pure ? storeOnly(ctx) : ctx,
    get request() {
      invariant(!pure, `${endpoint.route} is pure and must not read headers`);
      return request;
    },
    addresses: wanted.addresses,
    read: ctx.store.readAs(viewer, query),
    write: (fn) => write(operation, fn),
    saw: (...document) => {
      looked.saw = document;
      ctx.views.saw(viewer, ...document);
    },
  };
  const answered = await answerOrRepeat(endpoint, () => carryOut(() => endpoint.handler(handled)));
  return { ...answered, pure, looked };
}

const ofStore: ReadonlySet<unknown> = new Set<keyof Context>(['config', 'store', 'log']);

/** Returns a context with only the parts that a `pure` answer may depend on. */
const storeOnly = (ctx: Context): Context =>
  new Proxy(ctx, {
    get: (whole, name, receiver) => {
      invariant(ofStore.has(name), `a pure answer must not come from ${String(name)}`);
      return Reflect.get(whole, name, receiver) as unknown;
    },
  });

const isHub = (ctx: Context): boolean => ctx.config.profile === 'hub';

/** Returns whether `asSiteNames` may change a request; for most requests this saves a read of the store. */
const mayBeRenamed = ({ route }: Endpoint, given: Given): boolean =>
  mentionsProvisional(given) ||
  (given.params.title !== undefined && isOfPage(route)) ||
  (isOfGuide(route) && namesCategory(given.body));

const isOfGuide = (route: string): boolean => / \/guides(\/\{guideid\})?$/.test(route);
const isOfPage = (route: string): boolean => route.includes(' /wikis/');
const namesCategory = (body: unknown): body is { category: string } =>
  typeof body === 'object' && body !== null && 'category' in body && typeof body.category === 'string';

/**
 * Returns a desk's request with provisional ids replaced by the site's where known, and with the exact titles of pages and
 * categories, which the journal uses.
 */
function asSiteNames(s: ReplicaReader, { route }: Endpoint, given: Given): Given {
  const named = s.idMap.resolve(given);
  const { namespace = 'CATEGORY', title } = named.params;
  if (isOfGuide(route)) return { ...named, body: ofCategory(s, named.body) };
  if (title === undefined || !isOfPage(route)) return named;
  const page = s.wikis.named(namespace, title);
  return page ? { ...named, params: { ...named.params, title: page.title } } : named;
}

function ofCategory(s: ReplicaReader, body: unknown): unknown {
  if (!namesCategory(body)) return body;
  const page = s.wikis.find('CATEGORY', body.category.trim());
  return page ? { ...body, category: page.title } : body;
}

/** Reads the key by which a hub repeats its first answer to a duplicate edit (SPEC J4). */
function idempotencyOf(request: Request, ctx: Context): Pick<Operation, 'keyed'> {
  const key = request.headers.get('Idempotency-Key');
  if (key === null || !isHub(ctx) || request.method === 'GET') return {};
  if (!idempotencyKey.test(key))
    throw invalid('Idempotency-Key', 'An Idempotency-Key has 8 to 100 letters, digits, or any of _ . : -');
  return { keyed: { key, textOf: jsonText } };
}

/**
 * Refuses an edit based on a history that this hub has lost: its ids may stand for something else now.
 *
 * @throws AppError `other-history`
 */
function requireHistory(request: Request, ctx: Context): void {
  if (isHub(ctx) && isOfOtherHistory(request, ctx))
    throw new AppError(
      'other-history',
      'This hub was restored from a backup and does not know what this edit builds on. Nothing was changed; sync first.',
    );
}

/** Handles a request; marks a repeated answer, with the line of the feed before the edit. */
async function answerOrRepeat(
  { status }: Endpoint,
  handle: () => unknown,
): Promise<{ answer: unknown; headers?: Record<string, string> }> {
  try {
    return { answer: await handle() };
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
    const answer = status === 204 ? undefined : new JsonText(error.answer);
    return { answer, headers: { 'Benchside-Repeated': String(error.sequence) } };
  }
}

/** Returns how to format the answer. Addresses are the configured ones, or those of the request's URL, which is part of `keyOf`. */
function wantedOf(request: Request, { protocol, host, searchParams }: URL, ctx: Context): Wanted {
  // `URL.origin` is opaque for custom schemes.
  const origin = ctx.config.publicUrl?.replace(/\/$/, '') ?? `${protocol}//${host}`;
  const site = ctx.config.site ? new URL(ctx.config.site).origin : origin;
  return {
    common: ctx.common,
    addresses: { media: `${origin}/igi/`, site },
    pretty: isFlagSet(searchParams.get('pretty')),
    gzip: acceptsGzip(request),
  };
}
