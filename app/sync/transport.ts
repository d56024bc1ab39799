import { Agent, Pool, request } from 'undici';
import type { Dispatcher } from 'undici';

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
  /** GET of any address, redirects not followed. */
  fetch(address: string): Promise<TransportAnswer>;
  close(): Promise<void>;
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } };

/** One pool with kept-alive connections for the site, and few connections for pictures. */
export function overHttp(origin: string, connections: number): Transport {
  const pool = new Pool(origin, { connections, ...timeouts });
  const elsewhere = new Agent({ connections: 4, ...timeouts });
  return {
    request: async ({ method, body = null, ...where }) =>
      answerOf(await pool.request({ ...where, method: method as Dispatcher.HttpMethod, body })),
    fetch: async (address) => answerOf(await request(address, { method: 'GET', dispatcher: elsewhere })),
    close: async () => {
      await Promise.all([pool.destroy(), elsewhere.destroy()]);
    },
  };
}

const answerOf = ({ statusCode: status, headers, body }: Dispatcher.ResponseData): TransportAnswer => ({
  status,
  headers,
  body: body as AsyncIterable<Uint8Array>,
});
