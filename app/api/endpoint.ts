import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Addresses } from '../store/holes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/**
 * - `public`: anybody, on a private site only people who signed in
 * - `open`: anybody, on a private site too (signing in, `info`)
 * - `user`: somebody who signed in
 * - `admin`: an admin
 */
export type Auth = 'public' | 'open' | 'user' | 'admin';

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
}

type Empty = Record<never, never>;
type Output<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;
type Who<A extends Auth> = A extends 'user' | 'admin' ? Actor : Viewer;

/** A handler gives the response's value, the same as stored text, or a whole `Response` (pictures, streams, XML). */
export type Answer<Response_> = Response_ | JsonText | Response;

export interface EndpointOptions<
  A extends Auth,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Result extends z.ZodType,
> {
  /** Method and path under `/api/2.0`, as in the contract. */
  route: Route;
  summary: string;
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
  /** Exists in one profile only: the other answers 503 with a reason, for a write, or 404. */
  profile?: 'hub' | 'desk';
  handler(
    input: HandlerInput<Output<Params, Empty>, Output<Query, Empty>, Output<Body, undefined>, Who<A>>,
  ): Answer<z.input<Result>> | Promise<Answer<z.input<Result>>>;
}

/** An endpoint as the server and the documents see it. */
export interface Endpoint {
  route: Route;
  summary: string;
  auth: Auth;
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  response: z.ZodType;
  status: 200 | 201 | 202 | 204;
  errors: ErrorCode[];
  profile: 'hub' | 'desk' | undefined;
  handler(input: HandlerInput<unknown, unknown, unknown, Viewer>): unknown;
}

export function defineEndpoint<
  A extends Auth,
  Result extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(options: EndpointOptions<A, Params, Query, Body, Result>): Endpoint {
  return {
    params: undefined,
    query: undefined,
    body: undefined,
    errors: [],
    profile: undefined,
    status: options.response.type === 'void' ? 204 : 200,
    ...options,
    // The server hands over only what these schemas have parsed and this `auth` has let through.
    handler: options.handler as Endpoint['handler'],
  };
}
