import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { signatureHeader } from '../../shared/signature.ts';
import type { Config } from '../config.ts';
import type { CommonHeaders, Context } from '../context.ts';
import { fillPlaceholders } from '../store/placeholders.ts';
import type { Addresses } from '../store/placeholders.ts';
import { JsonText } from './endpoint.ts';

const gzipAsync = promisify(gzip);

/**
 * Returns the headers of every answer. A hub may allow CORS for all origins because cookies of other origins authorise nothing
 * (CONTRACT 1.7); a desk allows none (decision 0017).
 */
export function commonHeaders(profile: Config['profile'], siteid: string | undefined): CommonHeaders {
  const nosniff = { 'X-Content-Type-Options': 'nosniff' };
  if (profile === 'desk') return nosniff;
  return {
    'Access-Control-Allow-Origin': '*',
    ...nosniff,
    ...(siteid === undefined ? {} : { [signatureHeader]: siteid }),
  };
}

/** A JSON answer as it is sent. */
export interface RenderedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer<ArrayBuffer>;
}

export interface Wanted {
  common: CommonHeaders;
  addresses: Addresses;
  /** Indented (`?pretty`). */
  pretty: boolean;
  gzip: boolean;
}

export const acceptsGzip = (request: Request): boolean =>
  /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');

export const jsonText = (answer: unknown): string =>
  answer instanceof JsonText ? answer.text : JSON.stringify(answer ?? null);

export async function finish(
  body: unknown,
  { common, addresses, pretty, gzip: zips }: Wanted,
  status: number,
  more: Record<string, string> = {},
): Promise<RenderedAnswer> {
  const filled = fillPlaceholders(jsonText(body), addresses);
  const text = pretty ? `${JSON.stringify(JSON.parse(filled), null, 2)}\n` : filled;
  const zipped = zips && text.length > 1024;
  const bytes = zipped ? await gzipAsync(text, { level: 1 }) : Buffer.from(text);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
    Vary: 'Accept-Encoding, Authorization',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...common,
    ...more,
  };
  return { status, headers, bytes };
}

/** Sends an answer. Bytes are written in one piece with the headers, and not converted while they are sent. */
export const sendAnswer = ({ status, headers, bytes }: RenderedAnswer): Response =>
  new Response(bytes, { status, headers });

/** Milliseconds that a caller whose body is not read has to take the answer. */
const lingerMs = 500;

/**
 * Sends an answer to a request whose body was not read to its end. The connection ends with the answer, but half a second late:
 * closing a connection with unread bytes resets it, and the answer may be lost.
 */
export function sendLast({ status, headers, bytes }: RenderedAnswer, { signal }: Request): Response {
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

export const sendNothing = (common: CommonHeaders, more: Record<string, string> = {}): Response =>
  new Response(null, { status: 204, headers: { ...common, ...more } });

/** Answers `OPTIONS` with the methods; a hub allows them to pages of any origin. */
export function preflight(
  methods: string[],
  { config, common }: Pick<Context, 'config' | 'common'>,
): Response {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new Response(null, {
    status: 204,
    headers: {
      ...common,
      Allow: allow,
      ...(config.profile === 'hub'
        ? {
            'Access-Control-Allow-Methods': allow,
            'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-App-Id, Idempotency-Key',
            'Access-Control-Max-Age': '86400',
          }
        : {}),
    },
  });
}

export function withCommonHeaders(response: Response, common: CommonHeaders): Response {
  for (const [name, value] of Object.entries(common)) response.headers.set(name, value);
  return response;
}
