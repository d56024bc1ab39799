import { hostname } from 'node:os';

import { version } from '../version.ts';

/** What came of a request to the site. */
export type SiteAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** No answer, or one that says to come again later. */
  | { kind: 'unreachable'; reason: string }
  /** Something answers there that does not speak API 2.0. */
  | { kind: 'not-a-site'; reason: string };

export interface SiteRequest {
  token?: string | undefined;
  appId?: string | null;
  json?: unknown;
  /** 15 seconds unless given. */
  timeoutMs?: number;
}

/** By this people know their desk in the list of their tokens. */
const userAgent = `Benchside/${version} (${hostname().replaceAll(/[^\w.-]/g, '-')})`;

/**
 * One request to the site's API, such as `PUT /user/favorites/guides/7`. Never rejects. Redirects are not followed:
 * they would carry passwords and tokens to another server.
 */
export async function askSite(api: string, route: string, request: SiteRequest = {}): Promise<SiteAnswer> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { token, appId, json = {}, timeoutMs = 15_000 } = request;
  try {
    const response = await fetch(api.replace(/\/+$/, '') + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        Accept: 'application/json',
        'User-Agent': userAgent,
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `api ${token}` } : {}),
        ...(appId ? { 'X-App-Id': appId } : {}),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(json) }),
    });
    return classify(response.status, response.headers.get('Location'), await response.text());
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error, timeoutMs) };
  }
}

function classify(status: number, location: string | null, text: string): SiteAnswer {
  if (status >= 500) return { kind: 'unreachable', reason: `it answered with status ${status}` };
  if (status === 429 || status === 420)
    return { kind: 'unreachable', reason: 'it asks to wait because of too many requests' };
  if (status >= 300 && status < 400)
    return { kind: 'not-a-site', reason: `it points to ${location ?? 'another address'}` };
  if (text === '') return { kind: 'answered', status, body: null };
  const body = parse(text);
  if (body === undefined) return { kind: 'not-a-site', reason: 'it answered with something other than JSON' };
  return { kind: 'answered', status, body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an outcome of its own, told by `undefined`.
    return undefined;
  }
}

/** The site's own words for a refusal. */
export function messageOf(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'its name is not known here',
  EAI_AGAIN: 'names cannot be looked up, as without a network',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to it in this network',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** Why there was no answer, as the end of a sentence. */
export function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `it did not answer within ${Math.round(timeoutMs / 1000)} seconds`;
  }
  // `fetch` wraps what happened.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return words[code] ?? (cause instanceof Error ? cause.message || code : String(cause));
}
