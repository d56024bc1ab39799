import type { z } from 'zod';

import { AppError, invalid } from '../../shared/errors.ts';
import type { FieldError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { Viewer } from '../store/actor.ts';
import type { Endpoint } from './endpoint.ts';

/** @throws AppError `invalid` that names every field */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => fieldError(issue, value));
  const message = errors.map((error) => `${error.field}: ${error.message}`).join('; ');
  throw new AppError('invalid', message, { errors });
}

function fieldError(issue: z.core.$ZodIssue, value: unknown): FieldError {
  const [head, ...rest] = issue.path;
  const field = head === undefined ? 'body' : String(head);
  const index = rest.find((part) => typeof part === 'number');
  const missing =
    issue.code === 'invalid_type' &&
    issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), value) ===
      undefined;
  return {
    field,
    message: missing ? 'is required' : (rest.length > 0 ? `${rest.join('.')}: ` : '') + issue.message,
    code: missing ? 'missing_field' : 'invalid',
    ...(index === undefined ? {} : { index }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the JSON of a body, which is counted while it is read; what comes after the limit stays unread. Bodies are JSON
 * whatever their `Content-Type` says (CONTRACT 1.1); none at all counts as `{}`.
 *
 * @throws AppError `too-large`, `bad-json`
 */
export async function jsonBody(request: Request, endpoint: Endpoint, viewer: Viewer): Promise<unknown> {
  const text = await bodyText(request, mostBytes(endpoint, viewer));
  if (text.trim() === '') return {};
  requireShape(text);
  const body = parseJson(text);
  // Only an escape can stand for half a character: the bytes of a body are decoded before.
  if (/\\u[dD][89a-fA-F]/.test(text)) requireWhole(body, []);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'bad-json',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Half a character (a lone surrogate) is no text: addresses and files cannot hold it.
 *
 * @throws AppError `invalid` that names the field
 */
function requireWhole(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    const [field = 'body', ...rest] = path;
    const where = rest.length > 0 ? `${rest.join('.').toWellFormed()}: ` : '';
    throw invalid(field.toWellFormed(), `${where}contains half a character (a lone surrogate)`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    requireWhole(key, [...path, key]);
    requireWhole(item, [...path, key]);
  }
}

/**
 * The largest JSON body that an endpoint takes.
 *
 * @param viewer who asks; for the description of the API, which leaves it out, somebody who signed in
 */
export const mostBytes = ({ auth }: Endpoint, viewer?: Viewer): number =>
  (viewer === null || auth === 'open' ? limits.request.openBody : limits.request.body).max;

/**
 * Returns the text of a body; what comes after `most` bytes stays unread.
 *
 * @throws AppError `too-large`
 */
export async function bodyText({ headers, body }: Request, most: number): Promise<string> {
  if (Number(headers.get('Content-Length') ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Each sentence stands whole: screens find its translation by it. */
function tooLarge(most: number): AppError {
  const message =
    most % 1_048_576 === 0
      ? `The body is larger than ${most / 1_048_576} MiB.`
      : `The body is larger than ${most / 1024} KiB.`;
  return new AppError('too-large', message, { unread: true });
}

/**
 * Refuses JSON whose depth or number of values would cost far more than its length, before it is parsed. Text that is
 * not JSON is for the parser to refuse.
 */
function requireShape(text: string): void {
  const { depth: deepest, values: most } = limits.request;
  let depth = 0;
  let values = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted) at += letter === '\\' ? 1 : 0;
    else if (letter === ']' || letter === '}') depth -= 1;
    else if (letter === ',') values += 1;
    else if (letter === '[' || letter === '{') {
      values += 1;
      depth += 1;
      if (depth > deepest.max)
        throw new AppError('too-large', `The body is nested deeper than ${deepest.max} levels.`);
    }
  }
  if (values > most.max) throw new AppError('too-large', `The body has more than ${most.max} values.`);
}

/** @throws AppError `too-large` for an address that is too long, or has too many parameters */
export function requireAddress({ href, searchParams }: URL): void {
  const { url, parameters } = limits.request;
  if (href.length > url.max)
    throw new AppError('too-large', `The address has more than ${url.max} characters.`);
  if (searchParams.size > parameters.max)
    throw new AppError('too-large', `The address has more than ${parameters.max} parameters.`);
}

/** Clients send a list as `ids=1,2`, as `ids=1&ids=2` or as `ids[]=1&ids[]=2`: all become the first. */
export function queryOf(url: URL): Record<string, string> {
  const given = new Map<string, Set<string>>();
  for (const [key, value] of url.searchParams) {
    const name = key.replace(/\[\]$/, '');
    given.set(name, (given.get(name) ?? new Set()).add(value));
  }
  return Object.fromEntries([...given].map(([name, values]) => [name, [...values].join(',')]));
}
