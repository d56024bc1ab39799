import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { Pool } from 'undici';

import { signatureHeader } from '../../shared/signature.ts';
import type { Random } from '../simulate/random.ts';

/** Faults of a proxy between a desk and its site. */
const faults = [
  'refuse',
  'lose answer',
  'delay',
  'duplicate',
  'late duplicate',
  'truncate',
  'reset',
  'hang',
  'captive portal',
  'redirect to portal',
  '404 of a gateway',
  '404 in JSON',
  '403 of a filter',
  '200 in JSON',
  'empty 200',
  'no signature',
  '429',
  '502',
  '503',
] as const;
type Fault = (typeof faults)[number];

/** Answers of something between the desk and the site. */
const foreignAnswers: Partial<
  Record<Fault, [status: number, headers: Record<string, string>, body: string]>
> = {
  'captive portal': [
    200,
    { 'content-type': 'text/html' },
    '<html><h1>Welcome. Accept the terms.</h1></html>',
  ],
  'redirect to portal': [302, { location: 'http://portal.invalid/' }, ''],
  '404 of a gateway': [404, { 'content-type': 'text/plain' }, '404 page not found'],
  '404 in JSON': [404, { 'content-type': 'application/json' }, '{"error":true,"message":"no Route matched"}'],
  '403 of a filter': [403, { 'content-type': 'text/html' }, '<html>Blocked by policy</html>'],
  '200 in JSON': [200, { 'content-type': 'application/json' }, '{"error":"login_required"}'],
  'empty 200': [200, {}, ''],
  '429': [429, { 'retry-after': '1' }, 'Slow down'],
  '502': [502, { 'content-type': 'text/html' }, '<html>Bad Gateway</html>'],
  '503': [503, { 'content-type': 'text/plain', 'retry-after': '1' }, 'Service unavailable'],
};

/** An HTTP proxy before one server, or a load balancer before several. */
export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Address of the hub's API through this proxy. */
  url: string;
  /** Part of the requests that get a fault, 0 to 1. */
  share: number;
  connected: boolean;
  /** Number of times that each fault happened. */
  readonly counts: Map<Fault, number>;
}

/** @param portOf returns the port of the server on loopback that gets the next request; undefined if none runs */
export async function openProxy(portOf: () => number | undefined, random: Random): Promise<Proxy> {
  const pools = new Map<number, Pool>();
  const poolOf = (port: number): Pool => {
    const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
    pools.set(port, pool);
    return pool;
  };
  const server = createServer((request, response) => {
    const port = portOf();
    if (!proxy.connected || port === undefined) return void request.socket.destroy();
    const fault = random.chance(proxy.share) ? random.pick(faults) : undefined;
    if (fault) proxy.counts.set(fault, (proxy.counts.get(fault) ?? 0) + 1);
    pass(poolOf(port), request, response, fault, random.next()).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  let connected = true;
  const proxy: Proxy = {
    port: own,
    url: `http://127.0.0.1:${own}/api/2.0`,
    share: 0,
    counts: new Map(),
    get connected() {
      return connected;
    },
    set connected(to) {
      connected = to;
      if (!to) server.closeAllConnections();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
  return proxy;
}

/** @param chance from 0 to 1: how long a delay is, or where an answer is cut */
async function pass(
  pool: Pool,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  chance: number,
): Promise<void> {
  if (fault === 'refuse') return void request.socket.destroy();
  const foreign = fault && foreignAnswers[fault];
  if (foreign) {
    const [status, headers, body] = foreign;
    request.resume();
    return void response.writeHead(status, headers).end(body);
  }
  if (fault === 'hang') {
    await wait(1000 + chance * 3000);
    return void request.socket.destroy();
  }
  if (fault === 'delay') await wait(chance * 2000);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const send = async (): Promise<Awaited<ReturnType<typeof ask>>> =>
    ask(pool, request, Buffer.concat(chunks));
  if (fault === 'duplicate') await send();
  const { status, headers, body } = await send();
  if (fault === 'late duplicate')
    void wait(500 + chance * 2500)
      .then(send)
      .catch(() => undefined);
  if (fault === 'lose answer') return void request.socket.destroy();
  if (fault === 'no signature') delete headers[signatureHeader];
  response.writeHead(status, headers);
  if (fault === 'truncate' || fault === 'reset') {
    const end = (): unknown => (fault === 'reset' ? request.socket.resetAndDestroy() : request.socket.end());
    return void response.write(body.subarray(0, Math.floor(body.length * chance)), end);
  }
  response.end(body);
}

async function ask(
  pool: Pool,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: Record<string, string | string[]>; body: Buffer }> {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
  const answer = await pool.request({
    method: method ?? 'GET',
    path: url ?? '/',
    headers: kept,
    ...(body.length > 0 ? { body } : {}),
  });
  const whole = Buffer.from(await answer.body.arrayBuffer());
  const passed = Object.entries(answer.headers).filter(
    ([name, value]) => value !== undefined && name !== 'transfer-encoding' && name !== 'connection',
  ) as [string, string | string[]][];
  return {
    status: answer.statusCode,
    headers: { ...Object.fromEntries(passed), 'content-length': String(whole.length) },
    body: whole,
  };
}
