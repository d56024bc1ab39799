import { Agent, Pool, request as undiciRequest } from 'undici';
import type { Dispatcher } from 'undici';

import type { SyncProblem } from '../../shared/sync-status.ts';

/** A refusal or failure of the site, with its reaction decided (`SPEC.md`, failure table). */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly kind: SyncProblem['kind'] | 'not-found' | 'conflict' | 'refused';
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: RemoteError['kind'],
    message: string,
    status = 0,
    retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Outgoing {
  method: string;
  /** Under the API, with its query. */
  path: string;
  token: string;
  /** Sent as `Idempotency-Key`. */
  key: string;
  /** JSON, or bytes with their type. */
  body: { json: unknown } | { bytes: Buffer; mime: string };
}

export interface Remote {
  /** Address of the API, without a trailing slash. */
  readonly url: string;
  readonly origin: string;
  /** Requests made and bytes received (as they came over the wire) since the start. */
  readonly traffic: { requests: number; bytes: number };
  /** GET of JSON. @throws RemoteError */
  get<T>(path: string, token?: string): Promise<T>;
  /** A request that changes something. Refusals are answers too. @throws RemoteError when there is none, or none to rely on */
  send(request: Outgoing): Promise<{ status: number; body: unknown }>;
  /** GET of lines of JSON, as they come. @throws RemoteError */
  lines(path: string, token?: string): AsyncGenerator<string>;
  /** GET of bytes from any address, redirects followed. @throws RemoteError */
  bytes(url: string, maxBytes: number): Promise<{ bytes: Buffer; mime: string }>;
  close(): Promise<void>;
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 60_000 };

/** The site over HTTP. One pool with kept-alive connections; gzip except to this machine itself. */
export function openRemote(url: string, connections = 6): Remote {
  const base = url.replace(/\/+$/, '');
  const { origin, pathname, hostname } = new URL(base);
  const pool = new Pool(origin, { connections, connect: { timeout: 10_000 }, ...timeouts });
  const elsewhere = new Agent({ connections: 4, connect: { timeout: 10_000 }, ...timeouts });
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const traffic = { requests: 0, bytes: 0 };

  const headers = (token: string | undefined): Record<string, string> => ({
    Accept: 'application/json',
    ...(isHere ? {} : { 'Accept-Encoding': 'gzip' }),
    ...(token ? { Authorization: `api ${token}` } : {}),
  });

  const send = async (path: string, token: string | undefined): Promise<Dispatcher.ResponseData> => {
    traffic.requests += 1;
    try {
      return await pool.request({ method: 'GET', path: pathname + path, headers: headers(token) });
    } catch (error) {
      throw unreachable(error);
    }
  };

  return {
    url: base,
    origin,
    traffic,
    async get<T>(path: string, token?: string): Promise<T> {
      const response = await send(path, token);
      const text = await bodyText(response, traffic);
      if (response.statusCode !== 200) throw refusal(response, text, path);
      return parseJson<T>(text, response, path);
    },
    async send({ method, path, token, key, body }: Outgoing) {
      traffic.requests += 1;
      const [type, payload] =
        'json' in body ? ['application/json', JSON.stringify(body.json)] : [body.mime, body.bytes];
      let response: Dispatcher.ResponseData;
      try {
        response = await pool.request({
          method: method as Dispatcher.HttpMethod,
          path: pathname + path,
          headers: { ...headers(token), 'Content-Type': type, 'Idempotency-Key': key },
          body: payload,
        });
      } catch (error) {
        throw unreachable(error);
      }
      const text = await bodyText(response, traffic);
      const { statusCode: status } = response;
      if (status === 429 || status === 420 || status >= 500 || (status >= 300 && status < 400))
        throw refusal(response, text, path);
      return { status, body: text.trim() === '' ? null : parseJson(text, response, path) };
    },
    async *lines(path: string, token?: string): AsyncGenerator<string> {
      const response = await send(path, token);
      if (response.statusCode !== 200) throw refusal(response, await bodyText(response, traffic), path);
      let rest = '';
      const decoder = new TextDecoder();
      try {
        for await (const chunk of unzipped(response, traffic)) {
          const text = rest + decoder.decode(chunk, { stream: true });
          const lines = text.split('\n');
          rest = lines.pop() ?? '';
          yield* lines;
        }
      } catch (error) {
        throw unreachable(error);
      }
      if (rest.trim() !== '') throw new RemoteError('bad-answer', 'The answer of the site was cut off.');
    },
    async bytes(address: string, maxBytes: number) {
      traffic.requests += 1;
      let response: Dispatcher.ResponseData;
      try {
        response = await follow(address, elsewhere);
      } catch (error) {
        throw unreachable(error);
      }
      if (response.statusCode !== 200) throw refusal(response, await bodyText(response, traffic), address);
      const expected = Number(response.headers['content-length'] ?? Number.NaN);
      const chunks: Buffer[] = [];
      let length = 0;
      try {
        for await (const chunk of response.body) {
          length += (chunk as Buffer).length;
          if (length > maxBytes)
            throw new RemoteError('refused', `The picture is larger than ${maxBytes} bytes.`);
          chunks.push(chunk as Buffer);
        }
      } catch (error) {
        throw error instanceof RemoteError ? error : unreachable(error);
      }
      traffic.bytes += length;
      if (!Number.isNaN(expected) && expected !== length) {
        throw new RemoteError('bad-answer', `The picture was cut off: ${length} of ${expected} bytes came.`);
      }
      return { bytes: Buffer.concat(chunks), mime: String(response.headers['content-type'] ?? '') };
    },
    close: async () => {
      await Promise.all([pool.destroy(), elsewhere.destroy()]);
    },
  };
}

const maxRedirects = 5;

async function follow(address: string, dispatcher: Dispatcher): Promise<Dispatcher.ResponseData> {
  let at = address;
  for (let hop = 0; ; hop += 1) {
    const { protocol } = new URL(at);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new RemoteError('refused', `Not a web address: ${at}`);
    const response = await undiciRequest(at, { method: 'GET', dispatcher });
    const location = response.headers['location'];
    if (response.statusCode < 300 || response.statusCode > 399 || typeof location !== 'string')
      return response;
    await response.body.dump();
    if (hop === maxRedirects) throw new RemoteError('bad-answer', `Too many redirects from ${address}.`);
    at = new URL(location, at).href;
  }
}

async function* unzipped(
  response: Dispatcher.ResponseData,
  traffic: Remote['traffic'],
): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body) {
      traffic.bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  if (response.headers['content-encoding'] !== 'gzip') {
    yield* counted();
    return;
  }
  const { createGunzip } = await import('node:zlib');
  const { Readable } = await import('node:stream');
  const { pipeline } = await import('node:stream/promises');
  const gunzip = createGunzip();
  const done = pipeline(Readable.from(counted()), gunzip);
  // The loop below reports the failure; without this the same failure would also be unhandled.
  done.catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : new Error(String(error))));
  yield* gunzip as AsyncIterable<Uint8Array>;
  await done;
}

async function bodyText(response: Dispatcher.ResponseData, traffic: Remote['traffic']): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of unzipped(response, traffic)) chunks.push(chunk);
  } catch (error) {
    throw unreachable(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson<T>(text: string, response: Dispatcher.ResponseData, path: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const html = /^\s*</.test(text) || String(response.headers['content-type'] ?? '').includes('html');
    throw html
      ? new RemoteError(
          'not-a-site',
          'This address answers with a web page, not with an API 2.0.',
          200,
          undefined,
          error,
        )
      : new RemoteError(
          'bad-answer',
          `The answer to ${path} is cut off or is not JSON.`,
          200,
          undefined,
          error,
        );
  }
}

function refusal(response: Dispatcher.ResponseData, text: string, path: string): RemoteError {
  const { statusCode: status, headers } = response;
  const message = messageOf(text) ?? `status ${status}`;
  const where = `The site answered ${path} with: ${message}`;
  if (status === 401) return new RemoteError('unauthorized', where, status);
  if (status === 403) return new RemoteError('forbidden', where, status);
  if (status === 404) return new RemoteError('not-found', where, status);
  if (status === 409) return new RemoteError('conflict', where, status);
  if (status === 429 || status === 420) {
    const seconds = Number(headers['retry-after'] ?? 5);
    return new RemoteError(
      'throttled',
      where,
      status,
      (Number.isFinite(seconds) ? Math.min(seconds, 600) : 5) * 1000,
    );
  }
  if (status >= 300 && status < 400)
    return new RemoteError('not-a-site', `The site points ${path} to another address.`, status);
  if (status >= 500) return new RemoteError('server-error', where, status);
  return new RemoteError('refused', where, status);
}

function messageOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined;
  } catch {
    return /^\s*</.test(text) ? 'a web page' : undefined;
  }
}

function unreachable(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return new RemoteError('offline', `The site cannot be reached (${code}).`, 0, undefined, cause);
}
