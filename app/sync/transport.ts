import type { Agent, Dispatcher, Pool } from 'undici';

import { Guard } from './fetch-scope.ts';
import type { FetchScope } from './fetch-scope.ts';

export interface TransportRequest {
  method: string;
  /** Path on the origin, with its query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface TransportAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array>;
}

/** Carries requests to a site and brings its answers back. Their meaning is decided in `remote.ts`. */
export interface Transport {
  /** Sends a request to the site itself. Rejects when there is no answer; iterating a body that breaks off rejects too. */
  request(request: TransportRequest): Promise<TransportAnswer>;
  /** GET of an address within reach, redirects not followed. */
  fetch(address: URL, scope: FetchScope): Promise<TransportAnswer>;
  close(): Promise<void>;
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } };

/**
 * Keeps one connection pool for the site and few connections for pictures. Undici is large, so it is loaded with the first
 * request: hubs and windows start without it.
 */
export function overHttp(origin: string, connections: number): Transport {
  const guard = new Guard(origin);
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new Error('The connections to the site are closed.');
  };
  let pool: Promise<Pool> | undefined;
  const agents = new Map<FetchScope, Promise<Agent>>();
  const newAgent = async (scope: FetchScope): Promise<Agent> => {
    const { Agent } = await import('undici');
    const lookup = scope === 'public' || scope === 'near' ? { lookup: guard.lookup(scope) } : {};
    return new Agent({ ...timeouts, connections: 4, connect: { ...timeouts.connect, ...lookup } });
  };
  const agentFor = (scope: FetchScope): Promise<Agent> => {
    const agent = agents.get(scope) ?? newAgent(scope);
    agents.set(scope, agent);
    return agent;
  };
  return {
    request: async ({ method, body = null, ...where }) => {
      requireOpen();
      pool ??= import('undici').then(({ Pool }) => new Pool(origin, { connections, ...timeouts }));
      const site = await pool;
      return answerOf(await site.request({ ...where, method: method as Dispatcher.HttpMethod, body }));
    },
    fetch: async (address, scope) => {
      await guard.require(address, scope);
      requireOpen();
      const dispatcher = await agentFor(address.origin === origin || scope === 'any' ? 'own' : scope);
      const { request } = await import('undici');
      return answerOf(await request(address, { method: 'GET', dispatcher }));
    },
    close: async () => {
      isClosed = true;
      const made = await Promise.all([pool, ...agents.values()]);
      await Promise.all(made.map((one) => one?.destroy()));
    },
  };
}

const answerOf = ({ statusCode: status, headers, body }: Dispatcher.ResponseData): TransportAnswer => ({
  status,
  headers,
  body: body as AsyncIterable<Uint8Array>,
});
