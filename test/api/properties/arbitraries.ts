import fc from 'fast-check';
import { z } from 'zod';

import type { Endpoint } from '../../../app/api/endpoint.ts';
import { people } from '../contract/world.ts';
import type { Person } from '../contract/world.ts';

/** A request to one endpoint: mostly nearly valid, so that handlers are reached, and sometimes anything. */
export interface AnyRequest {
  as: Person | undefined;
  params: Record<string, string>;
  query: [string, string][];
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  minimum?: number;
  maximum?: number;
}

/** @param file the upload of an endpoint that takes one */
export function anyRequest(
  { route, params, query, body, example = {} }: Endpoint,
  file?: Uint8Array<ArrayBuffer>,
): fc.Arbitrary<AnyRequest> {
  const names = [...route.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
  return fc.record({
    as: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('tomas', 'ada') },
      { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(people) as Person[])) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    params: fc.record(
      Object.fromEntries(
        names.map((name) => [name, anyPart(shapeOf(params).properties?.[name], example.params?.[name])]),
      ),
    ),
    query: anyQuery(shapeOf(query), example.query ?? {}),
    body: file ? anyFile(file) : anyBody(body ? shapeOf(body) : undefined, example.body),
    headers: anyHeaders,
  });
}

const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape) : {};

const smallId = fc.integer({ min: -3, max: 7 });

/** Values that have broken servers before. */
const nastyText = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  'null',
  '%00',
  '\0',
  '..',
  '../..',
  '%2F',
  "' OR 1=1 --",
  '"',
  '[]',
  '{}',
  '\uD800',
  '🔧',
  'ß'.repeat(300),
  '9'.repeat(15),
  '9'.repeat(40),
  '1e3',
  '-0',
  '__proto__',
  'constructor',
  '\uE000\uE001',
  '{{media}}',
);

const anyText = fc.oneof({ weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) }, nastyText);

function anyPart(shape: Shape | undefined, example: string | undefined): fc.Arbitrary<string> {
  const usual = example === undefined ? [] : [{ weight: 8, arbitrary: fc.constant(example) }];
  const fitting = isNumeric(shape) ? smallId.map(String) : anyText;
  return fc.oneof(...usual, { weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: anyText });
}

const isNumeric = (shape: Shape | undefined): boolean =>
  shape?.type === 'integer' || shape?.type === 'number';

function anyQuery(shape: Shape, example: Record<string, string>): fc.Arbitrary<[string, string][]> {
  const known = Object.entries(shape.properties ?? {}).map(([name, part]) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constant<[string, string][]>(name in example ? [[name, example[name] ?? '']] : []),
      },
      { weight: 2, arbitrary: fittingText(part).map((value): [string, string][] => [[name, value]]) },
      { weight: 1, arbitrary: anyText.map((value): [string, string][] => [[name, value]]) },
    ),
  );
  const unknown = fc.array(
    fc.tuple(
      fc.constantFrom('pretty', 'type', 'limit', 'offset', 'langid', 'revisionid', 'x', '', 'a[b]'),
      anyText,
    ),
    { maxLength: 2 },
  );
  return fc.tuple(fc.tuple(...known), unknown).map(([own, more]) => [...own.flat(), ...more]);
}

function fittingText(shape: Shape): fc.Arbitrary<string> {
  if (shape.enum) return fc.constantFrom(...shape.enum.map(String));
  if (isNumeric(shape)) return fc.integer({ min: -2, max: 300 }).map(String);
  if (shape.type === 'array') return fc.array(smallId, { maxLength: 4 }).map((ids) => ids.join(','));
  if (shape.type === 'boolean') return fc.constantFrom('', 'true', 'false', '1', '0');
  return anyText;
}

function anyBody(shape: Shape | undefined, example: unknown): fc.Arbitrary<string> {
  const json = fc.json({ maxDepth: 3 });
  if (!shape) return fc.oneof(json, anyText, fc.constant(''));
  const usual = fc.constant(example);
  return fc.oneof(
    { weight: 3, arbitrary: usual.map(textOf) },
    { weight: 5, arbitrary: fitting(shape, 3).map(textOf) },
    { weight: 8, arbitrary: mutated(example).map(textOf) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: anyText },
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

const anyValue = fc.oneof(
  anyText,
  smallId,
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [null], [[]], 2 ** 53, -(2 ** 53), 1e308, [1, 1], ['']),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates the file itself, a cut file, one with changed bytes, or something else. */
function anyFile(file: Uint8Array<ArrayBuffer>): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const changed = fc
    .array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const copy = file.slice();
      for (const [at, byte] of changes) copy[at] = byte;
      return copy;
    });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(file) },
    { weight: 3, arbitrary: changed },
    { weight: 1, arbitrary: fc.nat(file.length).map((length) => file.slice(0, length)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)) },
  );
}

/** Generates values that match the schema, with a few that do not. */
function fitting(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const right = fittingExactly(shape, depth);
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anyValue });
}

function fittingExactly(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const either = shape.anyOf ?? shape.oneOf;
  if (either?.length) return fc.oneof(...either.map((part) => fitting(part, depth)));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  switch (shape.type) {
    case 'string':
      return anyText;
    case 'integer':
    case 'number':
      return fc.oneof(smallId, fc.integer({ min: 0, max: 100_000 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return depth === 0
        ? fc.constant([])
        : fc.array(fitting(shape.items ?? {}, depth - 1), { maxLength: 4 });
    case 'object':
      return fittingObject(shape, depth);
    default:
      return anyValue;
  }
}

function fittingObject(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = shape;
  if (typeof additionalProperties === 'object' && depth > 0) {
    const key = fc.oneof(smallId.map(String), fc.constantFrom('en', 'de', 'x'), anyText);
    return fc.dictionary(key, fitting(additionalProperties, depth - 1), { maxKeys: 4 });
  }
  const parts = Object.entries(properties).map(([name, part]) =>
    fc.oneof(
      {
        weight: required.includes(name) ? 12 : 1,
        arbitrary: fitting(part, Math.max(0, depth - 1)).map((value) => [name, value]),
      },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
  );
  return fc
    .tuple(...parts)
    .map((pairs) => Object.fromEntries(pairs.filter((pair) => pair.length === 2) as [string, unknown][]));
}

/** Generates the example with one value replaced, removed or added; mostly by a value of the same type. */
function mutated(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example === 'string') return fc.oneof({ weight: 5, arbitrary: anyText }, anyValue);
  if (typeof example === 'number') return fc.oneof({ weight: 5, arbitrary: smallId }, anyValue);
  if (Array.isArray(example) && example.length > 0) {
    const list: unknown[] = example;
    const at = fc.nat(list.length - 1);
    return fc.oneof(
      {
        weight: 4,
        arbitrary: at.chain((index) => mutated(list[index]).map((value) => list.with(index, value))),
      },
      at.map((index) => [...list, list[index]]),
      at.map((index) => list.toSpliced(index, 1)),
      fc.constant(list.toReversed()),
    );
  }
  if (typeof example !== 'object' || example === null || Object.keys(example).length === 0) return anyValue;
  const entries = Object.entries(example);
  const replaced = fc
    .constantFrom(...entries)
    .chain(([name, value]) => mutated(value).map((other) => ({ ...example, [name]: other })));
  const without = fc
    .constantFrom(...entries)
    .map(([name]) => Object.fromEntries(entries.filter(([key]) => key !== name)));
  const added = fc.tuple(anyText, anyValue).map(([name, value]) => ({ ...example, [name]: value }));
  return fc.oneof({ weight: 4, arbitrary: replaced }, without, added);
}

/** Characters that a header can have. */
const headerText = fc
  .array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 30 })
  .map((codes) => String.fromCodePoint(...codes).trim());

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'Content-Type',
    'Accept',
    'Accept-Encoding',
    'X-App-Id',
    'Idempotency-Key',
    'If-None-Match',
    'Origin',
    'Cookie',
    'X-Benchside-Peer',
    'X-Benchside-Window',
  ),
  fc.oneof(headerText, fc.constantFrom('gzip', 'application/json', '0123456789', 'null')),
  { maxKeys: 3 },
);
