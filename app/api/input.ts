import { z } from 'zod';

import { AppError, invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { excessOf } from '../json-shape.ts';
import type { Viewer } from '../store/actor.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Returns the parsed JSON of a body. Reads no further than the endpoint's size limit. Bodies are JSON whatever their
 * `Content-Type` says (CONTRACT 1.1); an empty one counts as `{}`.
 *
 * @throws AppError `too-large`, `bad-json`, `invalid`
 */
export async function jsonBody(request: Request, endpoint: Endpoint, viewer: Viewer): Promise<unknown> {
  const bytes = await bodyBytes(request, mostBytes(endpoint, viewer));
  requireShape(bytes, endpoint);
  const text = wholeText(bytes);
  if (text.trim() === '') return {};
  const body = parseJson(text);
  // UTF-8 has no lone surrogates, so only an escape can make one.
  if (/\\u[dD][89a-fA-F]/.test(text)) requireWhole(body, []);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badJson(error instanceof Error ? error.message : String(error));
  }
}

const badJson = (why: string): AppError => new AppError('bad-json', `The body is not valid JSON: ${why}`);

/** Returns the text of a body. One in another encoding would be stored with other letters. @throws AppError `bad-json` */
function wholeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw badJson('it is not encoded in UTF-8');
    throw error;
  }
}

/** Refuses lone surrogates, which addresses and files cannot hold. @throws AppError `invalid` that names the field */
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
 * Returns the size limit of an endpoint's JSON body in bytes.
 *
 * @param viewer the caller; absent in the description of the API, which shows the limit for people who signed in
 */
export const mostBytes = ({ auth }: Endpoint, viewer?: Viewer): number =>
  (viewer === null || auth === 'open' ? limits.request.openBody : limits.request.body).max;

/** Returns the most values that an endpoint's JSON body may have. */
export const mostValues = ({ manyValues }: Endpoint): number =>
  (manyValues ? limits.request.manyValues : limits.request.values).max;

/** Returns the text of a body. Reads no further than `most` bytes. @throws AppError `too-large` */
export const bodyText = async (request: Request, most: number): Promise<string> =>
  decoded(await bodyBytes(request, most));

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function bodyBytes({ headers, body }: Request, most: number): Promise<Uint8Array> {
  if (Number(headers.get('Content-Length') ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The sentences are whole, because screens look up their translations by them. */
function tooLarge(most: number): AppError {
  const message =
    most % 1_048_576 === 0
      ? `This is larger than ${most / 1_048_576} MB.`
      : `This is larger than ${most / 1024} KB.`;
  return new AppError('too-large', message, { unread: true });
}

/** Refuses JSON that would cost far more than its length to parse. @throws AppError `too-large` */
function requireShape(json: Uint8Array, endpoint: Endpoint): void {
  const { depth } = limits.request;
  const values = mostValues(endpoint);
  const excess = excessOf(json, { depth: depth.max, values });
  if (excess === 'depth')
    throw new AppError('too-large', `The body is nested deeper than ${depth.max} levels.`);
  if (excess === 'values') throw new AppError('too-large', `The body has more than ${values} values.`);
}

/** Checks an address. @throws AppError `too-large` if it, or the host in it, is too long, or it has too many parameters */
export function requireAddress({ host: machine, href, searchParams }: URL): void {
  const { url, host, parameters } = limits.request;
  if (machine.length > host.max)
    throw new AppError('too-large', `The host of the address has more than ${host.max} characters.`);
  if (href.length > url.max)
    throw new AppError('too-large', `The address has more than ${url.max} characters.`);
  if (searchParams.size > parameters.max)
    throw new AppError('too-large', `The address has more than ${parameters.max} parameters.`);
}

/**
 * Returns the query by name. Lists sent as `ids=1,2`, `ids=1&ids=2`, `ids[]=1&ids[]=2` or `ids[0]=1&ids[1]=2` all become `1,2`.
 *
 * @throws AppError `invalid` for another parameter of the endpoint that has several values (decision 0020)
 */
export function queryParameters({ searchParams }: URL, { query }: Endpoint): Record<string, string> {
  const given = new Map<string, Set<string>>();
  for (const [key, value] of searchParams) {
    const name = key.replace(/\[\d*\]$/, '');
    given.set(name, (given.get(name) ?? new Set()).add(value));
  }
  const contradicted = [...given].filter(([, values]) => values.size > 1);
  const types = contradicted.length > 0 && query ? typesOf(query) : {};
  for (const [name] of contradicted)
    if (Object.hasOwn(types, name) && types[name]?.type !== 'array')
      throw invalid(name, 'has several different values');
  return Object.fromEntries([...given].map(([name, values]) => [name, [...values].join(',')]));
}

const described = z.object({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown() })).default({}),
});

/** Returns the JSON schemas of parameters by name. */
const typesOf = (query: z.ZodType): z.infer<typeof described>['properties'] =>
  described.parse(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })).properties;
