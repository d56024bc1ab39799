import { createHash } from 'node:crypto';

import type { Transport, TransportAnswer, TransportRequest } from '../../app/sync/transport.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import type { Desk } from './desk.ts';
import { ownIdIn } from '../helpers/own-ids.ts';
import { Random } from './random.ts';
import { Traffic } from './traffic.ts';

/** The network's treatment of the requests of one round. */
export interface Weather {
  seed: number;
  random: Random;
  /** Share of requests that fail. */
  faults: number;
  /** Share of edits that the hub refuses. */
  refuses?: number | undefined;
  /** The portal that answers in the site's place after some requests. */
  portal?: Portal | undefined;
  /** Lets people act while a request is under way. */
  meanwhile(): Promise<void>;
}

/** A portal that answers everything: the sign-in of a guest network, a company's filter, a gateway without its server. */
export interface Portal {
  /** Number of requests that get through first. */
  after: number;
  status: number;
  /** A web page instead of JSON. */
  page: boolean;
  /** Its JSON; an error if absent. */
  json?: string;
}

export const portalStatuses = [200, 200, 204, 302, 403, 404, 422, 502, 511];

export interface WholeAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Fault =
  | 'lost'
  | 'answer lost'
  | 'twice'
  | 'again later'
  | 'refused'
  | 'cut off'
  | 'slow'
  | 'not allowed';

const faults: readonly (readonly [number, Fault])[] = [
  [3, 'lost'],
  [4, 'answer lost'],
  [2, 'twice'],
  [2, 'again later'],
  [4, 'refused'],
  [3, 'cut off'],
  [1, 'slow'],
];

/** Since edition 9 the site itself refuses some edits. */
const faultsSince9 = [...faults, [1.5, 'not allowed'] as const];

/** Statuses of a portal's answers, and the problems that a round may report for them. */
const refusals: Readonly<Record<number, SyncProblem['kind']>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-a-site',
  409: 'bad-answer',
  422: 'bad-answer',
  429: 'throttled',
  500: 'server-error',
  502: 'server-error',
  503: 'server-error',
};

/** Returns the network between a process of a desk and the site: in this process, and unreliable. */
export function simulatedTransport(desk: Desk): Transport {
  const traffic = new Traffic();
  const { life } = desk;
  return {
    request: (request) =>
      traffic.carry(
        desk.weather.random,
        () => serve(desk, life, request),
        (answer) => {
          desk.boundary('after an answer', life);
          return answer;
        },
      ),
    fetch: (address) => fetchFile(desk, life, address.href),
    close: async () => undefined,
  };
}

async function serve(desk: Desk, life: number, request: TransportRequest): Promise<TransportAnswer> {
  const { world, weather } = desk;
  const { random } = weather;
  desk.boundary('before a request', life);
  checkIds(desk, request);
  world.pass(0.005 + random.next() * 0.2);
  await weather.meanwhile();
  if (!desk.online) throw broken(desk, 'ENETUNREACH');
  const { portal } = weather;
  if (portal && (portal.after -= 1) < 0) return caught(desk, portal);
  const kinds = world.edition > 8 ? faultsSince9 : faults;
  const { refuses = 0 } = weather;
  const fault = random.chance(weather.faults)
    ? random.weighted(kinds)
    : refuses > 0 && request.method !== 'GET' && random.chance(refuses)
      ? 'not allowed'
      : undefined;
  if (fault) world.note(`    ${fault}: ${request.method} ${request.path.replace('/api/2.0', '')}`);
  return faulty(desk, request, fault);
}

function checkIds({ world, name }: Desk, { method, path, body }: TransportRequest): void {
  const id = ownIdIn(path, typeof body === 'string' ? body : '');
  if (id !== undefined) world.violation(`${name} sends ${id}, an id of its own, with ${method} ${path}`);
}

/** Files arrive in no fixed order, because decoding takes real time; so each file has its own random faults. */
async function fetchFile(desk: Desk, life: number, address: string): Promise<TransportAnswer> {
  desk.boundary('before a file', life);
  if (!desk.online) throw broken(desk, 'ENETUNREACH');
  const answer = await desk.world.site.file(address);
  const random = new Random(desk.weather.seed + Number.parseInt(shortHash(address), 16));
  if (!random.chance(desk.weather.faults)) return whole(answer);
  if (random.chance(0.5)) throw broken(desk, 'ECONNRESET');
  return cutOff(desk, answer, random);
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

async function faulty(
  desk: Desk,
  request: TransportRequest,
  fault: Fault | undefined,
): Promise<TransportAnswer> {
  const { world, weather } = desk;
  const { random } = weather;
  switch (bearable(desk, request, fault)) {
    case 'lost':
      // The request may be delayed, and arrive when nobody waits for it any more.
      if (isRepeatable(desk, request) && random.chance(0.3)) world.late.push(request);
      world.pass(random.next() * 30);
      throw broken(desk, 'ECONNRESET');
    case 'answer lost':
      await world.site.answer(request);
      world.pass(random.next() * 30);
      throw broken(desk, 'UND_ERR_SOCKET');
    case 'twice':
      await world.site.answer(request);
      return whole(await world.site.answer(request));
    case 'again later':
      world.late.push(request);
      return whole(await world.site.answer(request));
    case 'slow':
      world.pass(5 + random.next() * 25);
      return whole(await world.site.answer(request));
    case 'refused':
      return refused(desk, request);
    case 'not allowed':
      return notAllowed(desk, request);
    case 'cut off':
      return cutOff(desk, await world.site.answer(request));
    case undefined:
      return whole(await world.site.answer(request));
  }
}

/**
 * Returns whether a request may arrive twice. At a site that ignores `Idempotency-Key` only harmless ones may, because a desk could not
 * repair the result.
 */
const isRepeatable = ({ world }: Desk, { method, path }: TransportRequest): boolean =>
  world.site.hub !== undefined || method === 'GET' || (method !== 'POST' && /[?&]revisionid=/.test(path));

function bearable(desk: Desk, request: TransportRequest, fault: Fault | undefined): Fault | undefined {
  if ((fault !== 'twice' && fault !== 'again later') || isRepeatable(desk, request)) return fault;
  return fault === 'twice' ? 'answer lost' : 'slow';
}

function broken(desk: Desk, code: string): Error {
  desk.possible.add('offline');
  return Object.assign(new Error(`simulated: ${code}`), { code });
}

function refused(desk: Desk, { method, path }: TransportRequest): TransportAnswer {
  const { weather, world } = desk;
  const { random } = weather;
  // A third-party site's answers cannot be distinguished from a portal's.
  const isHub = world.site.hub !== undefined;
  const anything = isHub && world.edition > 7 && (world.edition > 11 || !path.endsWith('/benchside/info'));
  const status = random.pick(anything ? between : statusesFor(method, path)) ?? 500;
  world.note(`      with ${status}`);
  // Before a desk knows whom it asks, it takes an answer for what it looks like.
  const isMeeting = path.endsWith('/guides?limit=1');
  if (anything && (isMeeting || path.endsWith('/benchside/info'))) notePortal(desk);
  const isKnown = isHub && !isMeeting;
  const kind =
    isKnown && (status < 500 || status === 511) && status !== 429 ? 'intercepted' : refusals[status];
  if (kind) desk.possible.add(kind);
  const page = (anything || status >= 500) && random.chance(0.5);
  const isEmpty = anything && random.chance(0.2);
  const text = page ? '<html>Bad gateway</html>' : `{"error":true,"message":"simulated ${status}"}`;
  return whole({
    status,
    headers: {
      'content-type': page ? 'text/html' : 'application/json',
      ...(status === 429 ? { 'retry-after': String(1 + random.int(20)) } : {}),
    },
    body: Buffer.from(isEmpty ? '' : text),
  });
}

/** Notes with what a round may end after an answer of a portal. */
function notePortal({ possible }: Desk): void {
  for (const kind of [
    'intercepted',
    'offline',
    'bad-answer',
    'not-a-site',
    'forbidden',
    'server-error',
  ] as const)
    possible.add(kind);
}

/** Returns a portal's answer, which decides nothing about an edit at any site. */
function caught(desk: Desk, { status, page, json = '{"error":"login_required"}' }: Portal): TransportAnswer {
  notePortal(desk);
  desk.world.note(`    in the site's place: ${status}`);
  return whole({
    status,
    headers: { 'content-type': page ? 'text/html' : 'application/json' },
    body: Buffer.from(status === 204 ? '' : page ? '<html>Sign in</html>' : json),
  });
}

/** Refuses this edit as the hub, because its admin has set a rule. The hub signs its answer. */
async function notAllowed(desk: Desk, request: TransportRequest): Promise<TransportAnswer> {
  const { site, edits } = desk.world;
  if (request.path.endsWith('/benchside/edits')) return oneNotAllowed(desk, request);
  const { 'Idempotency-Key': key } = request.headers;
  const isView = desk.world.edition > 9 && request.path.endsWith('/benchside/views');
  const isEdit = edits.some(({ entryid }) => entryid !== undefined && entryid === key);
  if (!site.hub || !(isEdit || isView)) return whole(await site.answer(request));
  const { headers } = await site.answer({ method: 'GET', path: '/api/2.0/benchside/info', headers: {} });
  return whole({
    status: 422,
    headers,
    body: Buffer.from('{"error":true,"message":"The site does not take this today."}'),
  });
}

/** Refuses one edit of a batch as the hub, and carries out the others. */
async function oneNotAllowed({ world, weather }: Desk, request: TransportRequest): Promise<TransportAnswer> {
  const { edits } = JSON.parse(String(request.body)) as { edits: { key: string; route: string }[] };
  const at = weather.random.int(edits.length);
  const [refused] = edits.splice(at, 1);
  const answer = await world.site.answer({ ...request, body: JSON.stringify({ edits }) });
  if (answer.status !== 200) return whole(answer);
  world.note(`      of the batch: ${refused?.route}`);
  const body = JSON.parse(answer.body.toString()) as { answers: unknown[] };
  const message = 'The site does not take this today.';
  body.answers.splice(at, 0, { key: refused?.key, status: 422, body: { error: true, message } });
  const { 'content-length': _, 'content-encoding': __, ...headers } = answer.headers;
  return whole({ ...answer, headers, body: Buffer.from(JSON.stringify(body)) });
}

/** Statuses of captive portals, filters and gateways. */
const between = [200, 204, 302, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 511];

const passing = [401, 429, 500, 502, 503];

/**
 * No portal here answers that something does not exist, because desks believe that at a third-party site. A hub signs its answers, so there
 * a portal may answer anything (`between`).
 */
function statusesFor(method: string, path: string): number[] {
  if (method === 'DELETE') return [...passing, 403, 409, 422];
  if (method !== 'GET') return [...passing, 403, 404, 409, 422];
  // Some third-party sites refuse unknown requests like this, and at the first contact a desk cannot know the difference.
  if (path.endsWith('/benchside/info')) return passing.filter((status) => status !== 401);
  return path.includes('/benchside/changes') ? [...passing, 403, 404, 409, 422] : passing;
}

function cutOff(
  desk: Desk,
  { status, headers, body }: WholeAnswer,
  random = desk.weather.random,
): TransportAnswer {
  desk.possible.add('offline').add('bad-answer');
  const isEmpty = desk.world.edition > 4 && random.chance(0.3);
  const kept = body.subarray(0, isEmpty ? 0 : random.int(body.length + 1));
  const noticed = random.chance(0.5);
  return {
    status,
    headers,
    body: (async function* () {
      if (kept.length > 0) yield kept;
      if (noticed) throw Object.assign(new Error('simulated: cut off'), { code: 'UND_ERR_SOCKET' });
    })(),
  };
}

const whole = ({ status, headers, body }: WholeAnswer): TransportAnswer => ({
  status,
  headers,
  body: (async function* () {
    if (body.length > 0) yield body;
  })(),
});
