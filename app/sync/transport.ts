import { Agent, Pool, request } from 'undici';
import type { Dispatcher } from 'undici';

import { Guard } from './reach.ts';
import type { Reach } from './reach.ts';

export interface TransportRequest {
  method: string;
  /** From the root of the origin, with its query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface TransportAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array>;
}

/** What carries requests to a site and its answers back; everything they mean is decided in `remote.ts`. */
export interface Transport {
  /** To the site itself. Rejects when there is no answer; so does the iteration of a body that breaks off. */
  request(request: TransportRequest): Promise<TransportAnswer>;
  /** GET of an address within reach, redirects not followed. */
  fetch(address: URL, reach: Reach): Promise<TransportAnswer>;
  close(): Promise<void>;
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } };

/** One pool with kept-alive connections for the site, and few connections for pictures. */
export function overHttp(origin: string, connections: number): Transport {
  const pool = new Pool(origin, { connections, ...timeouts });
  const guard = new Guard(origin);
  const agentOf = (connect: Agent.Options['connect'] = timeouts.connect): Agent =>
    new Agent({ ...timeouts, connections: 4, connect });
  const own = agentOf();
  const guarded = { public: agentOf(lookingUp('public')), near: agentOf(lookingUp('near')) };
  function lookingUp(reach: 'public' | 'near'): Agent.Options['connect'] {
    return { ...timeouts.connect, lookup: guard.lookup(reach) };
  }
  return {
    request: async ({ method, body = null, ...where }) =>
      answerOf(await pool.request({ ...where, method: method as Dispatcher.HttpMethod, body })),
    fetch: async (address, reach) => {
      await guard.require(address, reach);
      const isFree = address.origin === origin || reach === 'own' || reach === 'any';
      return answerOf(await request(address, { method: 'GET', dispatcher: isFree ? own : guarded[reach] }));
    },
    close: async () => {
      await Promise.all([pool, own, ...Object.values(guarded)].map((one) => one.destroy()));
    },
  };
}

const answerOf = ({ statusCode: status, headers, body }: Dispatcher.ResponseData): TransportAnswer => ({
  status,
  headers,
  body: body as AsyncIterable<Uint8Array>,
});
