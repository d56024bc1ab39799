import { shortened } from '../../shared/errors.ts';
import { signatureHeader } from '../../shared/signature.ts';
import { failpoint } from '../failpoint.ts';
import { limits } from '../../shared/limits.ts';
import { historyHeader, parsePoint } from '../store/feed/epochs.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import type { ToldLine } from '../replica/seen-points.ts';
import { excessOf } from '../json-shape.ts';
import { unpackedChunk } from '../unpacked-chunk.ts';
import { OutOfReach } from './fetch-scope.ts';
import type { FetchScope } from './fetch-scope.ts';
import { overHttp } from './transport.ts';
import type { Transport, TransportAnswer } from './transport.ts';

/** A refusal or failure of the site. `kind` decides the reaction (`SPEC.md`, failure table). */
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
    super(shortened(message), cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns whether no answer came from the site itself. */
export const isAway = ({ kind }: RemoteError): boolean => kind === 'offline' || kind === 'intercepted';

/** The answer is larger than any site needs. Not retried at once, since as much would come again. */
export class TooLarge extends RemoteError {
  constructor(message: string) {
    super('bad-answer', message);
  }
}

export interface Outgoing {
  method: string;
  /** Relative to the API's address, with its query. */
  path: string;
  token: string;
  /** Sent as `Idempotency-Key`; absent for a batch, whose edits have one each. */
  key?: string;
  /** JSON, or bytes with their type. */
  body: { json: unknown } | { bytes: Buffer; mime: string };
}

export interface SiteAnswer {
  status: number;
  body: unknown;
  /** Set when a hub repeats its answer to an earlier request: the newest line of its feed before that request. */
  repeated?: number;
  told?: ToldLine | undefined;
}

export interface Remote {
  /** Address of the API, without a trailing slash. */
  readonly url: string;
  readonly origin: string;
  /** Requests made and bytes received (compressed) since the start. */
  readonly traffic: { requests: number; bytes: number };
  /** Seconds by which the site's clock is ahead of this machine's, from the `Date` of its last answer. */
  readonly ahead: number;
  /** The site that signed the last answer (`Benchside-Site`), if one did. */
  readonly signedBy: string | undefined;
  /** From now on only answers signed by this site are accepted; others come from a portal or gateway. */
  requireSignature(siteid: string): void;
  /** The newest known line of a hub's feed; sent with each request, so that a restored hub notices. */
  history: string | undefined;
  /**
   * GET of JSON.
   *
   * @param hear is given the line of the feed that a hub names with its answer, also with a refusal
   * @throws RemoteError
   */
  get<T>(path: string, token?: string, hear?: (told: ToldLine) => void): Promise<T>;
  /** GET of JSON that another thread parses: UTF-8, in a buffer of its own. @throws RemoteError */
  document(path: string, token?: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Sends a request that changes something. Refusals are answers too.
   *
   * @throws RemoteError when there is no answer, or none to trust
   */
  send(request: Outgoing): Promise<SiteAnswer>;
  /** GET of lines of JSON as they come: UTF-8, each in a buffer of its own. @throws RemoteError */
  lines(path: string, token?: string): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** GET of a large body, or a range of it, which the caller reads and measures; it rejects if it breaks off. @throws RemoteError */
  open(
    path: string,
    token: string | undefined,
    headers: Record<string, string>,
  ): Promise<Pick<TransportAnswer, 'headers' | 'body'>>;
  /** GET of bytes from an address within reach, redirects followed. Servers other than the site have a total time. @throws RemoteError */
  bytes(url: URL, scope: FetchScope, maxBytes: number): Promise<{ bytes: Buffer; mime: string }>;
  close(): Promise<void>;
}

function toldIn({ headers }: TransportAnswer, named: string | undefined): ToldLine | undefined {
  const point = parsePoint(String(headers[historyHeader] ?? ''));
  return point && { point, named };
}

/** Opens a client of a site's API. Asks for gzip, except on this machine itself. */
export function openRemote(
  url: string,
  openTransport: (origin: string) => Transport = (origin) => overHttp(origin, 6),
  now: () => number = () => Date.now() / 1000,
): Remote {
  const base = url.replace(/\/+$/, '');
  const { origin, pathname, hostname } = new URL(base);
  const transport = openTransport(origin);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const traffic = { requests: 0, bytes: 0 };
  let ahead = 0;
  let signedBy: string | undefined;
  let required: string | undefined;

  /** Checks that an answer is the site's own. @throws RemoteError `intercepted` */
  const requireOwn = async (answer: TransportAnswer): Promise<void> => {
    const { status, headers: given, body } = answer;
    if (required === undefined || signatureOf(answer) === required || isGatewayTrouble(status)) return;
    // Leaving the loop closes the connection.
    for await (const _ of body) break;
    throw intercepted(`status ${status}, ${String(given['content-type'] ?? 'no content type')}`);
  };
  let history: string | undefined;

  const headers = (token: string | undefined): Record<string, string> => ({
    Accept: 'application/json',
    ...(isHere ? {} : { 'Accept-Encoding': 'gzip' }),
    ...(token ? { Authorization: `api ${token}` } : {}),
    ...(history === undefined ? {} : { [historyHeader]: history }),
  });

  const send = async (
    path: string,
    token: string | undefined,
    change?: { method?: string; headers: Record<string, string>; body?: string | Buffer },
  ): Promise<TransportAnswer> => {
    traffic.requests += 1;
    failpoint('before-send', `${change?.method ?? 'GET'} ${path}`);
    try {
      const answer = await transport.request({
        method: 'GET',
        ...change,
        path: pathname + path,
        headers: { ...headers(token), ...change?.headers },
      });
      signedBy = signatureOf(answer);
      await requireOwn(answer);
      const date = Date.parse(String(answer.headers['date'])) / 1000;
      if (!Number.isNaN(date)) ahead = date - now();
      return answer;
    } catch (error) {
      throw unreachable(error);
    }
  };

  const get = async (
    path: string,
    token?: string,
    hear?: (told: ToldLine) => void,
  ): Promise<{ body: Uint8Array<ArrayBuffer>; response: TransportAnswer }> => {
    const named = history;
    const response = await send(path, token);
    const told = toldIn(response, named);
    if (told) hear?.(told);
    const body = await bodyBytes(response, traffic);
    failpoint('after-answer', `GET ${path}`);
    if (response.status !== 200) throw refusal(response, body, path);
    return { body, response };
  };

  return {
    url: base,
    origin,
    traffic,
    get ahead() {
      return ahead;
    },
    get signedBy() {
      return signedBy;
    },
    requireSignature(siteid) {
      required = siteid;
    },
    get history() {
      return history;
    },
    set history(point) {
      history = point;
    },
    async get<T>(path: string, token?: string, hear?: (told: ToldLine) => void): Promise<T> {
      const { body, response } = await get(path, token, hear);
      return parseJson<T>(body, response, path);
    },
    async document(path: string, token?: string) {
      const { body, response } = await get(path, token);
      // Throws the right error for a body that is no JSON object.
      if (body[0] !== brace) parseJson(body, response, path);
      return body;
    },
    async send({ method, path, token, key, body }: Outgoing) {
      const [type, payload] =
        'json' in body ? ['application/json', JSON.stringify(body.json)] : [body.mime, body.bytes];
      const named = history;
      const response = await send(path, token, {
        method,
        headers: { 'Content-Type': type, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
        body: payload,
      });
      const bytes = await bodyBytes(response, traffic);
      failpoint('after-answer', `${method} ${path}`);
      const { status } = response;
      if (status === 429 || status === 420 || status >= 500 || (status >= 300 && status < 400))
        throw refusal(response, bytes, path);
      const sequence = Number(response.headers['benchside-repeated'] ?? Number.NaN);
      const more = {
        ...(Number.isSafeInteger(sequence) && sequence >= 0 ? { repeated: sequence } : {}),
        told: toldIn(response, named),
      };
      if (textOf(bytes).trim() === '') return { status, body: undefined, ...more };
      try {
        return { status, body: parseJson(bytes, response, path), ...more };
      } catch (error) {
        if (status < 400 || error instanceof TooLarge) throw error;
        // A web server may refuse unknown paths with a page of its own.
        return { status, body: { message: `The hub answered ${status}.` } };
      }
    },
    async *lines(path: string, token?: string) {
      const response = await send(path, token);
      if (response.status !== 200) throw refusal(response, await bodyBytes(response, traffic), path);
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for await (const chunk of unzipped(response, traffic)) {
          failpoint('after-answer', `GET ${path}`);
          yield chunk;
        }
      }
      let rest: Uint8Array;
      try {
        rest = yield* splitLines(chunks(), limits.answer.line.max);
      } catch (error) {
        throw unreachable(error);
      }
      if (textOf(rest).trim() !== '')
        throw new RemoteError('bad-answer', 'The answer of the hub was cut off.');
    },
    async open(path, token, given) {
      const response = await send(path, token, { headers: given });
      if (response.status !== 200 && response.status !== 206)
        throw refusal(response, await bodyBytes(response, traffic), path);
      async function* counted(): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of response.body) {
            traffic.bytes += chunk.length;
            yield chunk;
          }
        } catch (error) {
          throw unreachable(error);
        }
      }
      return { headers: response.headers, body: counted() };
    },
    async bytes(address: URL, scope: FetchScope, maxBytes: number) {
      traffic.requests += 1;
      let response: TransportAnswer;
      const since = now();
      try {
        response = await follow(address, scope, transport);
        if (address.origin === origin) await requireOwn(response);
        else response = { ...response, body: inTime(response.body, () => now() - since) };
      } catch (error) {
        throw unreachable(error);
      }
      if (response.status !== 200) throw refusal(response, await bodyBytes(response, traffic), address.href);
      const expected = Number(response.headers['content-length'] ?? Number.NaN);
      const chunks: Uint8Array[] = [];
      let length = 0;
      try {
        for await (const chunk of response.body) {
          length += chunk.length;
          if (length > maxBytes || expected > maxBytes)
            throw new RemoteError('refused', `The file is larger than ${maxBytes / mebibyte} MiB.`);
          chunks.push(chunk);
        }
      } catch (error) {
        throw error instanceof RemoteError ? error : unreachable(error);
      }
      traffic.bytes += length;
      failpoint('after-answer', `GET ${address.href}`);
      if (!Number.isNaN(expected) && expected !== length) {
        throw new RemoteError('bad-answer', `The picture was cut off: ${length} of ${expected} bytes came.`);
      }
      return { bytes: Buffer.concat(chunks), mime: String(response.headers['content-type'] ?? '') };
    },
    close: () => transport.close(),
  };
}

/**
 * Statuses with which a gateway reports an unreachable site; they decide nothing about edits. 511 is different: a network wants a
 * sign-in.
 */
const isGatewayTrouble = (status: number): boolean =>
  status === 429 || status === 420 || (status >= 500 && status !== 511);

/** Returns the error for an answer that did not come from the site. @param what the answer was, for the log */
export const intercepted = (what: string): RemoteError =>
  new RemoteError(
    'intercepted',
    'Something on the network, such as a proxy or a login page, answers in place of the hub.',
    0,
    undefined,
    new Error(what),
  );

/** Returns the error for a hub's answer without its signature: such an answer may come from a gateway. */
export const unsigned = (): RemoteError =>
  new RemoteError(
    'intercepted',
    'Something on the network, such as a proxy, removes the header Benchside-Site, which marks the answers of the hub.',
  );

const signatureOf = ({ headers }: TransportAnswer): string | undefined => {
  const signature = headers[signatureHeader];
  return typeof signature === 'string' ? signature : undefined;
};

const maxRedirects = 5;

async function follow(address: URL, scope: FetchScope, transport: Transport): Promise<TransportAnswer> {
  let at = address;
  for (let hop = 0; ; hop += 1) {
    if (at.protocol !== 'http:' && at.protocol !== 'https:')
      throw new RemoteError('refused', `Not a web address: ${at.href}`);
    const response = await transport.fetch(at, scope);
    const location = response.headers['location'];
    if (response.status < 300 || response.status > 399 || typeof location !== 'string') return response;
    // The body of a redirect is not read: leaving the loop closes the connection.
    for await (const _ of response.body) break;
    if (hop === maxRedirects) throw new RemoteError('bad-answer', `Too many redirects from ${address.href}.`);
    const next = URL.parse(location, at);
    if (!next) throw new RemoteError('bad-answer', `${at.href} redirects to an invalid address.`);
    at = next;
  }
}

const mebibyte = 1_048_576;

/** Yields the body of another server's answer. `passed` returns the seconds since it was asked. @throws RemoteError `offline` */
async function* inTime(body: AsyncIterable<Uint8Array>, passed: () => number): AsyncGenerator<Uint8Array> {
  const { max: most } = limits.media.fetched;
  for await (const chunk of body) {
    if (passed() > most)
      throw new RemoteError('offline', `The server took longer than ${most / 60} minutes to send the file.`);
    yield chunk;
  }
}

async function* unzipped(response: TransportAnswer, traffic: Remote['traffic']): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body) {
      traffic.bytes += chunk.length;
      yield chunk;
    }
  }
  if (response.headers['content-encoding'] !== 'gzip') {
    yield* counted();
    return;
  }
  const { createGunzip } = await import('node:zlib');
  const { Readable } = await import('node:stream');
  const { pipeline } = await import('node:stream/promises');
  const gunzip = createGunzip({ chunkSize: unpackedChunk });
  const done = pipeline(Readable.from(counted()), gunzip);
  // The loop below reports the failure; without this it would also be an unhandled rejection.
  done.catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : new Error(String(error))));
  yield* gunzip as AsyncIterable<Uint8Array>;
  await done;
}

const [lineEnd, brace] = [0x0a, 0x7b];

/**
 * Yields lines without their ends. Holds no more than one of them in memory.
 *
 * @param most number of bytes of a line
 * @returns what follows the last end
 * @throws TooLarge
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      yield joined([...begun, chunk.subarray(from, end)]);
      begun = [];
      length = 0;
      from = end + 1;
    }
    if (from === chunk.length) continue;
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > most) throw new TooLarge(`A line of the feed is larger than ${most / mebibyte} MiB.`);
  }
  return joined(begun);
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');

/** Returns a copy that can be transferred to another thread; chunks may share a buffer. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function bodyBytes(
  response: TransportAnswer,
  traffic: Remote['traffic'],
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of unzipped(response, traffic)) {
      length += chunk.length;
      if (length > limits.answer.document.max)
        throw new TooLarge(
          `The answer of the hub is larger than ${limits.answer.document.max / mebibyte} MiB.`,
        );
      chunks.push(chunk);
    }
  } catch (error) {
    throw unreachable(error);
  }
  return joined(chunks);
}

/** @throws RemoteError `bad-answer` or `not-a-site` */
function parseJson<T>(bytes: Uint8Array, response: TransportAnswer, path: string): T {
  const isPage = isWebPage(bytes);
  const { values, depth } = limits.answer;
  const excess = isPage ? undefined : excessOf(bytes, { values: values.max, depth: depth.max });
  if (excess === 'values') throw new TooLarge(`The answer of the hub has more than ${values.max} values.`);
  if (excess === 'depth')
    throw new TooLarge(`The answer of the hub has more than ${depth.max} levels within each other.`);
  try {
    return JSON.parse(textOf(bytes)) as T;
  } catch (error) {
    const html = isPage || String(response.headers['content-type'] ?? '').includes('html');
    throw html
      ? webPage(200, error)
      : new RemoteError(
          'bad-answer',
          `The answer to ${path} is cut off or is not JSON.`,
          200,
          undefined,
          error,
        );
  }
}

const webPage = (status: number, cause?: unknown): RemoteError =>
  new RemoteError(
    'not-a-site',
    'This address answers with a web page, not with an API 2.0.',
    status,
    undefined,
    cause,
  );

/** Returns whether an answer begins like HTML, which no JSON does. */
const isWebPage = (bytes: Uint8Array): boolean => /^\s*</.test(textOf(bytes.subarray(0, 1000)));

function refusal(response: TransportAnswer, bytes: Uint8Array, path: string): RemoteError {
  const { status, headers } = response;
  const message = messageOf(bytes) ?? `status ${status}`;
  const where = `The hub answered ${path} with: ${message}`;
  // A network or a proxy that wants a sign-in of its own says nothing about the person's.
  if (status === 401)
    return isWebPage(bytes) ? webPage(status) : new RemoteError('unauthorized', where, status);
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
    return new RemoteError('not-a-site', `The site redirects ${path} to another address.`, status);
  if (status >= 500) return new RemoteError('server-error', where, status);
  return new RemoteError('refused', where, status);
}

/** Returns the sentence of a refusal; `undefined` if it has none, or is far longer than a refusal. */
function messageOf(bytes: Uint8Array): string | undefined {
  if (isWebPage(bytes)) return 'a web page';
  if (bytes.length > limits.answer.asked.max) return undefined;
  try {
    const body: unknown = JSON.parse(textOf(bytes));
    return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof OutOfReach) return new RemoteError('refused', cause.message, 0, undefined, cause);
  return new RemoteError('offline', 'The hub cannot be reached.', 0, undefined, cause);
}
