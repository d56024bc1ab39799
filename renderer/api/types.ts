import type { z } from 'zod';

import type { Api } from '../../app/api/index.ts';
import type { Known } from '../../shared/model/known.ts';

/** Method and path of an endpoint's definition: `PATCH /guides/{guideid}`. */
export type Route = keyof Api;

type SchemaOf<Given> = Extract<Given, z.ZodType>;

/** A part of a request: absent if the endpoint reads none, optional if all of it is optional. */
type Part<Name extends string, Given> = [Given] extends [never]
  ? { [N in Name]?: never }
  : Record<never, never> extends Given
    ? { [N in Name]?: Given }
    : { [N in Name]: Given };

/** The query with the types after parsing: the client converts numbers, flags and lists to text. */
type Query<S extends z.ZodType> = S extends z.ZodType
  ? { [Name in keyof z.input<S>]: Name extends keyof z.output<S> ? z.output<S>[Name] : z.input<S>[Name] }
  : never;

/** A JSON body; a file for endpoints without one. */
type Body<S> = [S] extends [never] ? { body?: never; file?: Blob } : { body: z.input<S> };

/** The arguments of a call. */
export type Call<R extends Route> = R extends Route
  ? Part<'params', z.output<SchemaOf<Api[R]['params']>>> &
      Part<'query', Query<SchemaOf<Api[R]['query']>>> &
      Body<SchemaOf<Api[R]['body']>> & { signal?: AbortSignal; headers?: Readonly<Record<string, string>> }
  : never;

/** The declared fields, at every depth: a site may send more, but nothing here may depend on that. */
type Declared<T> = T extends readonly (infer Item)[]
  ? Declared<Item>[]
  : T extends object
    ? [keyof Known<T>] extends [never]
      ? T
      : { [Key in keyof Known<T>]: Declared<T[Key]> }
    : T;

/** The answer of a route. */
export type Answer<R extends Route> = R extends Route ? Declared<z.input<Api[R]['response']>> : never;
