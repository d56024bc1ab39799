import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors.ts';
import type { Rate } from '../../shared/limits.ts';
import type { HandlerInput } from '../context.ts';
import type { Actor, Viewer } from '../store/actor.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointRoute = `${Method} /${string}`;

/**
 * The callers that an endpoint admits.
 *
 * - `public`: everyone; on a private site people who signed in
 * - `open`: everyone, also on a private site (signing in, `info`)
 * - `window`: a desk's own window, and people who signed in at the desk
 * - `user`: people who signed in
 * - `admin`: admins
 *
 * A desk has further rules for requests over loopback (`loopback.ts`).
 */
export type Auth = 'public' | 'open' | 'window' | 'user' | 'admin';

/** Stored JSON text as an answer. Its placeholders are filled when it is sent. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The relation of a caller to a resource. `owner`: made it, or is the person it is about; `collaborator`: was attached to the
 * guide, directly or with a team; `technician`: everyone who signed in.
 */
export type Capacity = 'technician' | 'author' | 'owner' | 'collaborator' | 'admin';

/** An example of a successful request, for documents and tests. Its ids are those of the example world (`test/api/contract`). */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Schema = z.ZodType | undefined;
type Empty = Record<never, never>;
type Output<S extends Schema, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise;
type Who<A extends Auth> = A extends 'user' | 'admin' ? Actor : Viewer;

/** The result of a handler: a value, the same as stored text, or a whole `Response` (pictures, streams, XML). */
export type HandlerAnswer<Response_> = Response_ | JsonText | Response;

export interface EndpointOptions<
  R extends EndpointRoute,
  A extends Auth,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Result extends z.ZodType,
> {
  /** Method and path under `/api/2.0`, as in the contract. */
  route: R;
  summary: string;
  /** Further text of the API's description. */
  description?: string;
  auth: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Other limits of the body allow more values than `limits.request.values`: it may have `limits.request.manyValues`. */
  manyValues?: true;
  /** Schema of the success answer; `z.void()` for an empty one. */
  response: Result;
  /** Success status, 200 unless given; 204 for `z.void()`. */
  status?: 200 | 201 | 202 | 204;
  /** Error codes in addition to those of every endpoint. */
  errors?: ErrorCode[];
  /** Required relation of those whom `auth` lets through; none if absent. Only documents it: the store enforces it. */
  may?: readonly Capacity[];
  example?: Example;
  /** Only the site can carry it out: a desk forwards it, and answers 503 with the reason while the site cannot be reached. */
  forwarded?: boolean;
  /** The only profile that has the endpoint: the other answers 404. */
  profile?: 'hub' | 'desk';
  /** Kind of rate limit that a hub applies to this expensive endpoint; `when` selects queries, given as they are sent. */
  rate?: Rate | { name: Rate; when: (query: Readonly<Record<string, string>>) => boolean };
  /** The contract recommends another operation instead. */
  deprecated?: true;
  /**
   * The answer depends only on the store, the caller and the address: not on the clock, headers, files, the sync or what
   * `Store.note` writes. It is cached until the store changes (decision 0009), and the handler gets only what it may use. A
   * function selects queries.
   */
  pure?: true | ((query: Output<Query, Empty>) => boolean);
  handler(
    input: HandlerInput<Output<Params, Empty>, Output<Query, Empty>, Output<Body, undefined>, Who<A>>,
  ): HandlerAnswer<z.input<Result>> | Promise<HandlerAnswer<z.input<Result>>>;
}

/**
 * An endpoint as the server and the documents use it. Its type arguments are what a typed caller knows (`Api` in `index.ts`);
 * without them it is any endpoint.
 */
export interface Endpoint<
  R extends EndpointRoute = EndpointRoute,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Result extends z.ZodType = z.ZodType,
> {
  route: R;
  summary: string;
  description: string | undefined;
  auth: Auth;
  params: Params | undefined;
  query: Query | undefined;
  body: Body | undefined;
  manyValues: boolean;
  response: Result;
  status: 200 | 201 | 202 | 204;
  errors: ErrorCode[];
  may: readonly Capacity[] | undefined;
  example: Example | undefined;
  forwarded: boolean;
  profile: 'hub' | 'desk' | undefined;
  rate: { name: Rate; when(query: Readonly<Record<string, string>>): boolean } | undefined;
  deprecated: boolean;
  pure(query: unknown): boolean;
  handler(input: HandlerInput<unknown, unknown, unknown, Viewer>): unknown;
}

export function defineEndpoint<
  const R extends EndpointRoute,
  A extends Auth,
  Result extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(options: EndpointOptions<R, A, Params, Query, Body, Result>): Endpoint<R, Params, Query, Body, Result> {
  return {
    description: undefined,
    deprecated: false,
    params: undefined,
    query: undefined,
    body: undefined,
    manyValues: false,
    errors: [],
    may: undefined,
    example: undefined,
    forwarded: false,
    profile: undefined,
    status: options.response.type === 'void' ? 204 : 200,
    ...options,
    rate: typeof options.rate === 'string' ? { name: options.rate, when: () => true } : options.rate,
    // The server passes only what these schemas have parsed and this `auth` has let through.
    handler: options.handler as Endpoint['handler'],
    pure:
      typeof options.pure === 'function' ? (options.pure as Endpoint['pure']) : () => options.pure === true,
  };
}
