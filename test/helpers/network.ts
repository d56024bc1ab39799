import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Pool } from 'undici';

import { signatureHeader } from '../../shared/signature.ts';
import { ownIdIn } from './own-ids.ts';

export interface Network extends AsyncDisposable {
  /** Address of the site's API as a desk behind this network sees it. */
  url: string;
  /** Requests that reached the site, as `GET /guides?…`, in order. */
  requests: string[];
  /** Drops all connections from now on. */
  disconnect(): void;
  connect(): void;
  /** Returns an answer instead of the site's; `undefined` passes the request on. */
  intercept: ((request: string) => Fault | undefined) | undefined;
  /** Changes the JSON of the site's answers. */
  rewrite: ((request: string, answer: unknown) => unknown) | undefined;
  /** Headers that are removed from the site's answers, in lower case. */
  hides: readonly string[];
}

export type Fault =
  | { kind: 'drop' }
  /** The site handles the request, and the whole answer is lost. */
  | { kind: 'lose-answer' }
  /** Only the head of the site's answer arrives, without a sign that there was more. */
  | { kind: 'no-body' }
  /** The request gets through after the promise resolves. */
  | { kind: 'wait'; until: Promise<void> }
  | { kind: 'truncate'; bytes: number }
  /** Answers in the site's place, like a portal. */
  | { kind: 'between'; status: number; body: string; headers?: Record<string, string> }
  /** Answers as the site itself. */
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> };

/**
 * Starts a real HTTP proxy with faults between a desk and a site. `forward` is the address of the site's fetch handler. Its end fails
 * the test if the desk has sent an id of its own.
 */
export async function network(forward: string): Promise<Network> {
  const pool = new Pool(forward);
  let connected = true;
  const state: Pick<Network, 'requests' | 'intercept' | 'rewrite' | 'hides'> = {
    requests: [],
    intercept: undefined,
    rewrite: undefined,
    hides: [],
  };
  /** The last signature header of the hub. */
  const signature: Record<string, string> = {};
  const leaked: string[] = [];
  const server = createServer((request, response) => {
    const route = `${request.method} ${(request.url ?? '').replace('/api/2.0', '')}`;
    if (!connected) {
      request.socket.destroy();
      return;
    }
    state.requests.push(route);
    const fault = state.intercept?.(route);
    const { hides, rewrite } = state;
    const change = rewrite && ((answer: unknown): unknown => rewrite(route, answer));
    pass({ pool, signature, leaked, hides, change }, request, response, fault).catch(() =>
      request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/api/2.0`,
    disconnect: () => {
      connected = false;
      server.closeAllConnections();
    },
    connect: () => {
      connected = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.destroy();
      if (leaked.length > 0) throw new Error(`The desk sent ids of its own: ${leaked.join('; ')}`);
    },
  });
}

async function pass(
  {
    pool,
    signature,
    leaked,
    hides,
    change,
  }: {
    pool: Pool;
    signature: Record<string, string>;
    leaked: string[];
    hides: readonly string[];
    change: ((answer: unknown) => unknown) | undefined;
  },
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'drop') {
    request.socket.destroy();
    return;
  }
  if (fault?.kind === 'status' || fault?.kind === 'between') {
    const isSigned = fault.kind === 'status' && !hides.includes(signatureHeader);
    const headers = { ...(isSigned ? signature : {}), ...fault.headers };
    response.writeHead(fault.status, headers).end(fault.body ?? '{"error":true,"message":"fault"}');
    return;
  }
  if (fault?.kind === 'wait') await fault.until;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks);
  const id = ownIdIn(request.url ?? '', sent.toString());
  if (id !== undefined) leaked.push(`${id} with ${request.method} ${request.url}`);
  const { host, ...headers } = request.headers;
  const answer = await pool.request({
    method: request.method as 'GET',
    path: request.url ?? '/',
    // The site must use the desk's address for itself.
    headers: { ...headers, host: host ?? '' },
    ...(sent.length > 0 ? { body: sent } : {}),
  });
  const whole = Buffer.from(await answer.body.arrayBuffer());
  const signed = answer.headers[signatureHeader];
  if (typeof signed === 'string') signature[signatureHeader] = signed;
  const isJson = String(answer.headers['content-type']).includes('json');
  const given = change && isJson ? Buffer.from(JSON.stringify(change(JSON.parse(whole.toString())))) : whole;
  const body = fault?.kind === 'no-body' ? Buffer.alloc(0) : given;
  if (fault?.kind === 'lose-answer') {
    request.socket.destroy();
    return;
  }
  const passed = Object.fromEntries(
    Object.entries(answer.headers).filter(
      ([name]) => name !== 'transfer-encoding' && name !== 'connection' && !hides.includes(name),
    ),
  );
  response.writeHead(answer.statusCode, { ...passed, 'content-length': String(body.length) } as Record<
    string,
    string
  >);
  if (fault?.kind !== 'truncate') {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, fault.bytes), () => request.socket.end());
}
