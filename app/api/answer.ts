import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Config } from '../config.ts';
import { fillHoles } from '../store/holes.ts';
import type { Addresses } from '../store/holes.ts';
import { JsonText } from './endpoint.ts';

const gzipAsync = promisify(gzip);

type Profile = Config['profile'];

const nosniff = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Headers of every answer. At a hub CORS for everybody is safe because nothing is authorised by a cookie of another origin
 * (CONTRACT 1.7); at a desk no other origin reads anything (decision 0017).
 */
const commonHeaders: Record<Profile, Readonly<Record<string, string>>> = {
  hub: { 'Access-Control-Allow-Origin': '*', ...nosniff },
  desk: nosniff,
};

/** JSON as it goes over the wire. */
export interface Finished {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer<ArrayBuffer>;
}

export interface Wanted {
  profile: Profile;
  addresses: Addresses;
  /** Formatted for people. */
  pretty: boolean;
  gzip: boolean;
}

export const acceptsGzip = (request: Request): boolean =>
  /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');

export const jsonText = (answer: unknown): string =>
  answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? null);

export async function finish(
  body: unknown,
  { profile, addresses, pretty, gzip: zips }: Wanted,
  status: number,
  more: Record<string, string> = {},
): Promise<Finished> {
  const filled = fillHoles(jsonText(body), addresses);
  const text = pretty ? `${JSON.stringify(JSON.parse(filled), null, 2)}\n` : filled;
  const zipped = zips && text.length > 1024;
  const bytes = zipped ? await gzipAsync(text, { level: 1 }) : Buffer.from(text);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
    Vary: 'Accept-Encoding, Authorization',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...commonHeaders[profile],
    ...more,
  };
  return { status, headers, bytes };
}

/** As bytes it is written in one piece with its headers, and not converted while it is sent. */
export const send = ({ status, headers, bytes }: Finished): Response =>
  new Response(bytes, { status, headers });

/** How long who sends a body that nobody reads has to take the answer. */
const lingerMs = 500;

/**
 * The same to a request whose body is not read to its end. The connection ends with the answer, but not at once: closing a
 * connection on which bytes wait unread resets it, and the answer may be lost.
 */
export function sendLast({ status, headers, bytes }: Finished, { signal }: Request): Response {
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lingerMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      controller.close();
    },
  });
  return new Response(body, { status, headers: { ...headers, Connection: 'close' } });
}

export const sendNothing = (profile: Profile, more: Record<string, string> = {}): Response =>
  new Response(null, { status: 204, headers: { ...commonHeaders[profile], ...more } });

/** Tells the methods; at a hub any page may use them. */
export function preflight(methods: string[], profile: Profile): Response {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders[profile],
      Allow: allow,
      ...(profile === 'hub'
        ? {
            'Access-Control-Allow-Methods': allow,
            'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-App-Id, Idempotency-Key',
            'Access-Control-Max-Age': '86400',
          }
        : {}),
    },
  });
}

export function withCommonHeaders(response: Response, profile: Profile): Response {
  for (const [name, value] of Object.entries(commonHeaders[profile])) response.headers.set(name, value);
  return response;
}
