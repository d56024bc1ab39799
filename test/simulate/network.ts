import type { Transport, TransportAnswer, TransportRequest } from '../../app/sync/transport.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import type { Desk } from './desk.ts';
import type { Random } from './random.ts';

/** How the network treats the requests of one round. */
export interface Weather {
  random: Random;
  /** Share of requests that go wrong. */
  faults: number;
  /** What people do while a request is under way. */
  meanwhile(): Promise<void>;
}

export interface WholeAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Fault = 'lost' | 'answer lost' | 'twice' | 'again later' | 'refused' | 'cut off' | 'slow';

const faults: readonly (readonly [number, Fault])[] = [
  [3, 'lost'],
  [4, 'answer lost'],
  [2, 'twice'],
  [2, 'again later'],
  [4, 'refused'],
  [3, 'cut off'],
  [1, 'slow'],
];

/** Statuses that something on the way answers in place of the site, and what a round may call that. */
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

/** The network between a desk and the site: in this process, as reliable as the weather. */
export function simulatedTransport(desk: Desk): Transport {
  // One request after the other, so that an episode is the same each time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (request) => {
      const answer = last.then(
        () => carry(desk, request),
        () => carry(desk, request),
      );
      last = answer;
      return answer;
    },
    fetch: async () => whole({ status: 404, headers: {}, body: Buffer.from('{}') }),
    close: async () => undefined,
  };
}

async function carry(desk: Desk, request: TransportRequest): Promise<TransportAnswer> {
  const { world, weather } = desk;
  const { random } = weather;
  desk.boundary('before a request');
  world.pass(0.005 + random.next() * 0.2);
  await weather.meanwhile();
  if (!desk.online) throw broken(desk, 'ENETUNREACH');
  const fault = random.chance(weather.faults) ? random.weighted(faults) : undefined;
  if (fault) world.note(`    ${fault}: ${request.method} ${request.path.replace('/api/2.0', '')}`);
  const answer = await faulty(desk, request, fault);
  desk.boundary('after an answer');
  return answer;
}

async function faulty(
  desk: Desk,
  request: TransportRequest,
  fault: Fault | undefined,
): Promise<TransportAnswer> {
  const { world, weather } = desk;
  const { random } = weather;
  switch (fault) {
    case 'lost':
      // It may be stuck somewhere, and arrive when nobody waits for it any more.
      if (random.chance(0.3)) world.late.push(request);
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
    case 'cut off':
      return cutOff(desk, await world.site.answer(request));
    case undefined:
      return whole(await world.site.answer(request));
  }
}

function broken(desk: Desk, code: string): Error {
  desk.possible.add('offline');
  return Object.assign(new Error(`simulated: ${code}`), { code });
}

function refused(desk: Desk, { method, path }: TransportRequest): TransportAnswer {
  const { random } = desk.weather;
  const status = random.pick(statusesFor(method, path)) ?? 500;
  desk.world.note(`      with ${status}`);
  const kind = refusals[status];
  if (kind) desk.possible.add(kind);
  const page = status >= 500 && random.chance(0.5);
  return whole({
    status,
    headers: {
      'content-type': page ? 'text/html' : 'application/json',
      ...(status === 429 ? { 'retry-after': String(1 + random.int(20)) } : {}),
    },
    body: Buffer.from(page ? '<html>Bad gateway</html>' : `{"error":true,"message":"simulated ${status}"}`),
  });
}

const passing = [401, 429, 500, 502, 503];

/** What is believed at once, because only a site says so, is not made up here: that something is not there. */
function statusesFor(method: string, path: string): number[] {
  if (method === 'DELETE') return [...passing, 403, 409, 422];
  if (method !== 'GET') return [...passing, 403, 404, 409, 422];
  // Some sites of others refuse what they do not know like this, and at the first meeting nobody can tell.
  if (path.endsWith('/benchside/info')) return passing.filter((status) => status !== 401);
  return path.includes('/benchside/changes') ? [...passing, 403, 404, 409, 422] : passing;
}

function cutOff(desk: Desk, { status, headers, body }: WholeAnswer): TransportAnswer {
  const { random } = desk.weather;
  desk.possible.add('offline').add('bad-answer');
  const kept = body.subarray(0, random.int(body.length + 1));
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
