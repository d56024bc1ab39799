import { hostname } from 'node:os';

import type { Agent } from 'undici';

import { limits, sizeOf } from '../../shared/limits.ts';
import { historyHeader } from '../store/feed/epochs.ts';
import { version } from '../version.ts';

/** The outcome of a request to the site. */
type SiteAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** No answer, or one that asks to retry later. */
  | { kind: 'unreachable'; reason: string }
  /** Something answers that is no API 2.0. */
  | { kind: 'not-a-site'; reason: string };

export interface SiteRequest {
  token?: string | undefined;
  appId?: string | null;
  /** The newest known line of a hub's feed; a restored hub that lacks it refuses the request. */
  history?: string | undefined;
  json?: unknown;
  /** 15 seconds unless given. */
  timeoutMs?: number;
}

let connections: Promise<Agent> | undefined;

/** A new connection for each request: one kept from the last request may have been closed by the site or by the network since. */
const newConnections = (): Promise<Agent> =>
  (connections ??= import('undici').then(({ Agent }) => new Agent({ pipelining: 0 })));

/** Identifies this desk in a person's list of tokens. */
const userAgent = `Benchside/${version} (${hostname().replaceAll(/[^\w.-]/g, '-')})`;

/**
 * Sends one request to the site's API, such as `PUT /user/favorites/guides/7`. Never rejects. Does not follow redirects, which
 * would carry passwords and tokens to another server.
 */
export async function askSite(api: string, route: string, request: SiteRequest = {}): Promise<SiteAnswer> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { token, appId, history, json = {}, timeoutMs = 15_000 } = request;
  try {
    const { request } = await import('undici');
    const { statusCode, headers, body } = await request(api.replace(/\/+$/, '') + path, {
      dispatcher: await newConnections(),
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        Accept: 'application/json',
        'User-Agent': userAgent,
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `api ${token}` } : {}),
        ...(appId ? { 'X-App-Id': appId } : {}),
        ...(history === undefined ? {} : { [historyHeader]: history }),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(json) }),
    });
    const text = await textWithin(body, limits.answer.asked.max);
    if (text === undefined)
      return {
        kind: 'not-a-site',
        reason: `its answer is larger than ${sizeOf(limits.answer.asked.max)}`,
      };
    const { location = null } = headers;
    return classify(statusCode, typeof location === 'string' ? location : null, text);
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error, timeoutMs) };
  }
}

/** Returns the text of an answer; `undefined` when it is longer than `most` bytes, of which the rest is not read. */
async function textWithin(body: AsyncIterable<Uint8Array>, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function classify(status: number, location: string | null, text: string): SiteAnswer {
  if (status === 501)
    return {
      kind: 'not-a-site',
      reason: 'it answered with status 501, like a web server that has no API',
    };
  if (status === 511) return { kind: 'not-a-site', reason: 'the network requires a sign-in first' };
  if (status >= 500) return { kind: 'unreachable', reason: `it answered with status ${status}` };
  if (status === 429 || status === 420)
    return { kind: 'unreachable', reason: 'it asks to wait because of too many requests' };
  if (status >= 300 && status < 400)
    return { kind: 'not-a-site', reason: `it redirects to ${location ?? 'another address'}` };
  if (text === '') return { kind: 'answered', status, body: null };
  const body = parse(text);
  if (body === undefined) return { kind: 'not-a-site', reason: 'it answered with something other than JSON' };
  return { kind: 'answered', status, body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the site's message for a refusal. */
export function siteMessage(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no server of this name',
  EAI_AGAIN: 'its name cannot be looked up, perhaps because there is no network',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'this network has no route to it',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** Returns why there was no answer, as the end of a sentence. */
export function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `it did not answer within ${Math.round(timeoutMs / 1000)} seconds`;
  }
  // `fetch` wraps the cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return words[code] ?? (cause instanceof Error ? cause.message || code : String(cause));
}
