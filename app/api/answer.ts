import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { fillHoles } from '../store/holes.ts';
import type { Addresses } from '../store/holes.ts';
import { JsonText } from './endpoint.ts';

const gzipAsync = promisify(gzip);

/** CORS for everybody is safe because nothing is authorised by a cookie of another origin (contract section 1.4). */
const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

/** JSON as it goes over the wire. */
export interface Finished {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer<ArrayBuffer>;
}

export interface Wanted {
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
  { addresses, pretty, gzip: zips }: Wanted,
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
    ...commonHeaders,
    ...more,
  };
  return { status, headers, bytes };
}

/** As bytes it is written in one piece with its headers, and not converted while it is sent. */
export const send = ({ status, headers, bytes }: Finished): Response =>
  new Response(bytes, { status, headers });

export const sendNothing = (): Response => new Response(null, { status: 204, headers: commonHeaders });

export function preflight(methods: string[]): Response {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders,
      Allow: allow,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-App-Id, Idempotency-Key',
      'Access-Control-Max-Age': '86400',
    },
  });
}

export function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(commonHeaders)) response.headers.set(name, value);
  return response;
}
