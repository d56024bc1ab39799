import type { Data, Person } from './data.ts';

/** A request as the site's operations get it. */
export interface Ask {
  data: Data;
  /** The site's origin, as the caller addressed it. */
  origin: string;
  params: Record<string, string>;
  query: URLSearchParams;
  bytes: Buffer;
  viewer: Person | undefined;
}

export interface Answer {
  status: number;
  json?: unknown;
  bytes?: Buffer;
  mime?: string;
}

export type Operation = (ask: Ask) => Answer;

/** By method and path: `GET /guides/{guideid}`. */
export type Operations = Readonly<Record<string, Operation>>;

/** An answer other than the requested one. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = { error: true, message }) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found`);

export const forbidden = (message: string): Refusal => new Refusal(403, message);

/** Returns a 409, whose body is the present resource. */
export const conflict = (current: unknown): Refusal => new Refusal(409, 'Conflict', current);

export function invalid(field: string, message: string, code = 'invalid'): Refusal {
  const errors = [{ field, message, code }];
  return new Refusal(422, message, { error: true, message, errors });
}

export const ok = (json: unknown, status = 200): Answer => ({ status, json });

export const nothing: Answer = { status: 204 };

/** Parses JSON, whatever the content type is; readers ignore unknown fields. */
export function bodyOf({ bytes }: Ask): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Refusal(400, `Invalid JSON: ${String(error)}`);
  }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the text of a required field. */
export function required(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '')
    throw invalid(field, `${field} is required`, 'missing_field');
  return value;
}

/** Cuts the page out of all items, and only then removes those that the viewer may not see: pages in the middle of a list may be short. */
export function page<Item>(
  { query }: Ask,
  all: readonly Item[],
  isVisible: (item: Item) => boolean = () => true,
): Item[] {
  const limit = Math.min(wholeNumber(query, 'limit', 20, 1), 200);
  const offset = wholeNumber(query, 'offset', 0, 0);
  const ordered = query.get('order') === 'DESC' ? all.toReversed() : all;
  return ordered.slice(offset, offset + limit).filter(isVisible);
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, least: number): number {
  const given = query.get(name);
  if (given === null) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least) throw invalid(name, `${name} must be ${least} or more`);
  return value;
}

export const since = ({ query }: Ask): number => Number(query.get('modifiedSince') ?? 0);

/** Refuses an edit of a versioned resource that does not name its current version. */
export function requireRevision({ query }: Ask, revisionid: number, current: () => unknown): void {
  const given = query.get('revisionid');
  if (given === null) throw invalid('revisionid', 'revisionid is required', 'missing_field');
  if (Number(given) !== revisionid) throw conflict(current());
}

interface Found {
  operation: Operation;
  params: Record<string, string>;
}

interface Route {
  route: string;
  verb: string;
  template: string[];
}

const known = new WeakMap<Operations, Route[]>();

function routesOf(operations: Operations): Route[] {
  const routes =
    known.get(operations) ??
    Object.keys(operations).map((route) => {
      const [verb = '', template = ''] = route.split(' ');
      return { route, verb, template: template.split('/') };
    });
  known.set(operations, routes);
  return routes;
}

/** Returns `undefined` for an unknown path, `wrong-method` if the path has other methods. */
export function find(
  operations: Operations,
  method: string,
  path: string,
): Found | 'wrong-method' | undefined {
  const given = path.replace(/\/+$/, '').split('/');
  let best: { route: string; params: Record<string, string> } | undefined;
  let isKnown = false;
  for (const { route, verb, template } of routesOf(operations)) {
    const params = matched(template, given);
    if (!params) continue;
    isKnown = true;
    // A literal segment wins over a parameter.
    if (verb === method && (!best || Object.keys(params).length < Object.keys(best.params).length))
      best = { route, params };
  }
  const operation = best && operations[best.route];
  if (best && operation) return { operation, params: best.params };
  return isKnown ? 'wrong-method' : undefined;
}

function matched(template: string[], given: string[]): Record<string, string> | undefined {
  if (template.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
