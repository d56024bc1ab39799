import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Pool } from 'undici';

export interface Network extends AsyncDisposable {
  /** Address of the site's API as a desk behind this network sees it. */
  url: string;
  /** Requests that got through, as `GET /guides?…`, in order. */
  requests: string[];
  /** From now on connections are dropped. */
  disconnect(): void;
  connect(): void;
  /** What to do with a request instead of passing it on; `undefined` passes it. */
  intercept: ((request: string) => Fault | undefined) | undefined;
  /** Headers of the site's answers that do not arrive, in lower case. */
  hides: readonly string[];
}

export type Fault =
  | { kind: 'drop' }
  /** The site gets the request and answers; nothing of that arrives. */
  | { kind: 'lose-answer' }
  /** Of its answer only the head arrives, and nothing says that there was more. */
  | { kind: 'no-body' }
  /** It gets through then. */
  | { kind: 'wait'; until: Promise<void> }
  | { kind: 'truncate'; bytes: number }
  /** Something between answers in the site's place. */
  | { kind: 'between'; status: number; body: string; headers?: Record<string, string> }
  /** The site itself answers so. */
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> };

/** A real HTTP proxy between a desk and a site, with faults. `forward` is the site's fetch handler's address. */
export async function network(forward: string): Promise<Network> {
  const pool = new Pool(forward);
  let connected = true;
  const state: Pick<Network, 'requests' | 'intercept' | 'hides'> = {
    requests: [],
    intercept: undefined,
    hides: [],
  };
  /** What a hub signs its answers with, as it did last. */
  const signature: Record<string, string> = {};
  const server = createServer((request, response) => {
    const route = `${request.method} ${(request.url ?? '').replace('/api/2.0', '')}`;
    if (!connected) {
      request.socket.destroy();
      return;
    }
    state.requests.push(route);
    const fault = state.intercept?.(route);
    pass({ pool, signature, hides: state.hides }, request, response, fault).catch(() =>
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
    },
  });
}

async function pass(
  { pool, signature, hides }: { pool: Pool; signature: Record<string, string>; hides: readonly string[] },
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'drop') {
    request.socket.destroy();
    return;
  }
  if (fault?.kind === 'status' || fault?.kind === 'between') {
    const headers = { ...(fault.kind === 'status' ? signature : {}), ...fault.headers };
    response.writeHead(fault.status, headers).end(fault.body ?? '{"error":true,"message":"fault"}');
    return;
  }
  if (fault?.kind === 'wait') await fault.until;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host, ...headers } = request.headers;
  const answer = await pool.request({
    method: request.method as 'GET',
    path: request.url ?? '/',
    // The site must name itself by the address the desk uses.
    headers: { ...headers, host: host ?? '' },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const whole = Buffer.from(await answer.body.arrayBuffer());
  const signed = answer.headers['benchside-site'];
  if (typeof signed === 'string') signature['benchside-site'] = signed;
  const body = fault?.kind === 'no-body' ? Buffer.alloc(0) : whole;
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
