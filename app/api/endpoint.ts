import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors.ts';
import type { DocType } from '../../shared/model/view.ts';
import type { Context } from '../context.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Addresses } from '../store/holes.ts';
import type { StoreWriter } from '../store/store.ts';
import type { Rate } from './request-rates.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/**
 * - `public`: anybody, on a private site only people who signed in
 * - `open`: anybody, on a private site too (signing in, `info`)
 * - `window`: the window of a desk, and people who signed in at it
 * - `user`: somebody who signed in
 * - `admin`: an admin
 *
 * Beyond that, a desk has rules of its own for who asks it over loopback (`loopback.ts`).
 */
export type Auth = 'public' | 'open' | 'window' | 'user' | 'admin';

/** JSON text that was stored ready-made. Its holes are filled on the way out. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface HandlerInput<Params, Query, Body, Who> {
  params: Params;
  query: Query;
  body: Body;
  actor: Who;
  ctx: Context;
  request: Request;
  /** This server's addresses as the caller sees them. */
  addresses: Addresses;
  /**
   * Changes the store as the caller, in one transaction; `fn` is synchronous. At a desk the same transaction keeps
   * the base of what was changed and writes the journal (SPEC J1), so an operation calls it once.
   */
  write<T>(fn: (s: StoreWriter) => T): T;
  /** Notes that the caller looks at a guide or wiki; an answer that is kept notes it each time it is given. */
  saw(doc_type: DocType, docid: number): void;
}

/**
 * In what capacity somebody asks. `owner` made the thing itself, or is who it is about; `collaborator` was attached
 * to the guide, alone or with a team; `technician` is anybody who signed in.
 */
export type Capacity = 'technician' | 'author' | 'owner' | 'collaborator' | 'admin';

/** A request that succeeds, for documents and tests. Ids are those of the example world (`test/api/contract`). */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Schema = z.ZodType | undefined;
type Empty = Record<never, never>;
type Output<S extends Schema, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise;
type Who<A extends Auth> = A extends 'user' | 'admin' ? Actor : Viewer;

/** A handler gives the response's value, the same as stored text, or a whole `Response` (pictures, streams, XML). */
export type Answer<Response_> = Response_ | JsonText | Response;

export interface EndpointOptions<
  R extends Route,
  A extends Auth,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Result extends z.ZodType,
> {
  /** Method and path under `/api/2.0`, as in the contract. */
  route: R;
  summary: string;
  /** What the API's description says beside the summary. */
  description?: string;
  auth: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Shape of the success answer; `z.void()` for an empty one. */
  response: Result;
  /** Success status, 200 unless given; 204 for `z.void()`. */
  status?: 200 | 201 | 202 | 204;
  /** Codes of refusal beyond those any endpoint has. */
  errors?: ErrorCode[];
  /** Who of those `auth` lets through may do this; all of them when absent. The store enforces it. */
  may?: readonly Capacity[];
  example?: Example;
  /** Only the site can do this: a desk sends it there, and answers 503 with the reason while it cannot. */
  forwarded?: boolean;
  /** Exists in one profile only: the other answers 404. */
  profile?: 'hub' | 'desk';
  /** Costs so much that a hub limits how often one caller asks; `when` says for which queries. */
  rate?: Rate | { name: Rate; when: (query: Output<Query, Empty>) => boolean };
  /** The contract names another operation to use instead. */
  deprecated?: true;
  /**
   * The answer is a function of the store, of who asks and of the address asked: not of the clock, a header, a file, the
   * sync or what `Store.note` writes. It is kept, and given again until the store changes (decision 0009). A function
   * says for which queries. The handler is given nothing else to use.
   */
  pure?: true | ((query: Output<Query, Empty>) => boolean);
  handler(
    input: HandlerInput<Output<Params, Empty>, Output<Query, Empty>, Output<Body, undefined>, Who<A>>,
  ): Answer<z.input<Result>> | Promise<Answer<z.input<Result>>>;
}

/**
 * An endpoint as the server and the documents see it. The type of its route and of its schemas is what a typed caller
 * knows of it (`Api` in `index.ts`); without arguments it is any endpoint.
 */
export interface Endpoint<
  R extends Route = Route,
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
  response: Result;
  status: 200 | 201 | 202 | 204;
  errors: ErrorCode[];
  may: readonly Capacity[] | undefined;
  example: Example | undefined;
  forwarded: boolean;
  profile: 'hub' | 'desk' | undefined;
  rate: { name: Rate; when(query: unknown): boolean } | undefined;
  deprecated: boolean;
  pure(query: unknown): boolean;
  handler(input: HandlerInput<unknown, unknown, unknown, Viewer>): unknown;
}

export function defineEndpoint<
  const R extends Route,
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
    errors: [],
    may: undefined,
    example: undefined,
    forwarded: false,
    profile: undefined,
    status: options.response.type === 'void' ? 204 : 200,
    ...options,
    rate:
      typeof options.rate === 'string'
        ? { name: options.rate, when: () => true }
        : (options.rate as Endpoint['rate']),
    // The server hands over only what these schemas have parsed and this `auth` has let through.
    handler: options.handler as Endpoint['handler'],
    pure:
      typeof options.pure === 'function' ? (options.pure as Endpoint['pure']) : () => options.pure === true,
  };
}
