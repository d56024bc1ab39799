import { z } from 'zod';

import { errorsOf } from '../../../app/api/documentation/openapi.ts';
import type { Endpoint, Example } from '../../../app/api/endpoint.ts';
import { sql } from '../../../app/store/sql.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { CallOptions, TestCore } from '../../helpers/core.ts';
import { files } from './world.ts';
import type { Person } from './world.ts';

/** A request, described by its difference from the endpoint's example. */
export interface Ask {
  as?: Person | undefined;
  params?: Record<string, string>;
  /** `undefined` omits a parameter. */
  query?: Record<string, string | undefined>;
  json?: unknown;
  /** Sent instead of JSON. */
  body?: CallOptions['body'];
  headers?: Record<string, string>;
  /** Prepares the state that the request needs. */
  prepare?: (core: TestCore) => unknown;
}

const uploads: Readonly<Record<string, keyof Awaited<ReturnType<typeof files>>>> = {
  'POST /user/media/images': 'png',
  'POST /user/media/videos': 'mp4',
  'POST /user/media/documents': 'txt',
};

/** Sends the endpoint's example, with the current revisionid. */
export async function send(core: TestCore, endpoint: Endpoint, ask: Ask): Promise<Response> {
  const { route } = endpoint;
  const example = currentExample(core, endpoint, ask.params);
  const { params = {} } = example;
  const address = route.replace(/\{(\w+)[^}]*\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? '1'),
  );
  const query = Object.entries({ ...example.query, ...ask.query }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const json = 'json' in ask ? ask.json : example.body;
  const body = ask.body ?? (await fileFor(endpoint));
  return core.call(`${address}?${new URLSearchParams(query).toString()}`, {
    ...(ask.as ? { token: ask.as } : {}),
    ...(ask.headers ? { headers: ask.headers } : {}),
    ...(/^(?:GET|HEAD) /.test(route) ? {} : body !== undefined ? { body } : { json }),
  });
}

/** Returns the body for an endpoint that takes a file. */
export async function fileFor({ route }: Endpoint): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const upload = uploads[route];
  return upload && (await files())[upload];
}

/** Revisionids in examples are only illustrations: a world's real ones depend on how it was made. */
export function currentExample(
  core: TestCore,
  { route, example = {} }: Endpoint,
  other: Record<string, string> = {},
): Example {
  const params = { ...example.params, ...other };
  const current = example.query?.['revisionid'] === undefined ? {} : currentRevision(core, route, params);
  return { ...example, params, query: { ...example.query, ...current } };
}

function currentRevision(
  { ctx: { store } }: TestCore,
  route: string,
  params: Record<string, string>,
): Record<string, string> {
  const { stepid = 0, guideid = 0, namespace = 'CATEGORY', title = '' } = params;
  return store.read(null, (s): Record<string, string> => {
    const wiki = title === '' ? undefined : s.wikis.find(namespace, title);
    const found = wiki ?? s.guides.stepOwner(Number(stepid)) ?? s.guides.row(Number(guideid));
    if (!found) return {};
    const revisionid = String(found.revisionid);
    if (!route.endsWith('/revert')) return { revisionid };
    const versions = wiki
      ? sql`wiki_revision WHERE wikiid = ${wiki.wikiid}`
      : sql`guide_revision WHERE guideid = ${guideid}`;
    const earlier = s.db.one(sql<{ revisionid: number }>`SELECT min(revisionid) AS revisionid
      FROM ${versions} AND revisionid <> ${found.revisionid}`);
    return { revisionid, to_revisionid: String(earlier?.revisionid) };
  });
}

/** Returns a person who may use an endpoint with one of these capacities. */
export const asker = ({ auth, may }: Endpoint): Person =>
  auth === 'admin' || (may && !may.includes('owner') && !may.includes('technician')) ? 'ada' : 'tomas';

export type Provocations = Partial<Record<ErrorCode, Ask[]>>;

/** Returns requests that provoke each error code at any endpoint. */
export function genericProvocations(endpoint: Endpoint): Provocations {
  const as = asker(endpoint);
  const all: Provocations = {
    unauthorized: [
      endpoint.auth === 'public' ? { prepare: makePrivate } : {},
      {
        headers: { Authorization: 'api 0123' },
        ...(endpoint.auth === 'public' ? { prepare: makePrivate } : {}),
      },
    ],
    forbidden: forbiddenAsks(endpoint),
    'not-found': missingThings(endpoint).map((params) => ({ as: 'ada', params })),
    conflict: [{ as, query: { revisionid: '1' } }],
    invalid: violations(endpoint).map((ask) => ({ as, ...ask })),
    'bad-json': [{ as, body: '{' }],
  };
  const wanted = errorsOf(endpoint);
  return Object.fromEntries(
    Object.entries(all).filter(([code, asks]) => wanted.includes(code as ErrorCode) && asks.length > 0),
  );
}

export function makePrivate({ ctx: { store } }: TestCore): void {
  store.transact(null, (s) => s.meta.set('site', { ...s.meta.site, private: true }));
}

function forbiddenAsks(endpoint: Endpoint): Ask[] {
  if (endpoint.may || endpoint.auth === 'admin') return [{ as: 'omar' }];
  return endpoint.example?.params?.['guideid'] === undefined
    ? []
    : [{ as: 'omar', params: { guideid: '2' } }];
}

/** Values of parameters that name nothing; any other that is an integer gets a high number. */
const missing: Readonly<Record<string, string>> = {
  namespace: 'NOTHING',
  title: 'No such thing',
  categoryname: 'No such thing',
  email: 'nobody@example.org',
  sso_userid: 'nobody',
  file: 'nothing.js',
  entryid: '999999',
  imageid: '999999',
};

/** Returns the example's address once for each of its ids, with that id replaced by one that does not exist. */
function missingThings({ route, params }: Endpoint): Record<string, string>[] {
  const { properties = {} } = shapeOf(params);
  return [...route.matchAll(/\{(\w+)/g)].flatMap(([, name = '']) => {
    const value = missing[name] ?? (properties[name]?.type === 'integer' ? '999999' : undefined);
    return value === undefined ? [] : [{ [name]: value }];
  });
}

interface Shape {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Shape>;
  required?: string[];
}

const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : {};

/** Returns one request for each rule of the endpoint's schemas that a single wrong value can break. */
function violations({ params, query, body, example = {} }: Endpoint): Ask[] {
  const asks: Ask[] = [];
  for (const [name, shape] of Object.entries(shapeOf(params).properties ?? {})) {
    if (isNumeric(shape)) asks.push({ params: { [name]: 'x1' } });
  }
  const { properties = {}, required = [] } = shapeOf(query);
  for (const name of required) asks.push({ query: { [name]: undefined } });
  for (const [name, shape] of Object.entries(properties)) {
    if (isNumeric(shape) || shape.enum) asks.push({ query: { [name]: 'x1' } });
  }
  if (!body) return asks;
  const given = example.body;
  asks.push({ json: 'words' });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return asks;
  const fields = shapeOf(body);
  for (const name of fields.required ?? []) {
    asks.push({ json: Object.fromEntries(Object.entries(given).filter(([key]) => key !== name)) });
  }
  for (const [name, shape] of Object.entries(fields.properties ?? {})) {
    const wrong = wrongValue(shape);
    if (wrong !== undefined) asks.push({ json: { ...given, [name]: wrong } });
  }
  return asks;
}

const isNumeric = ({ type }: Shape): boolean => type === 'integer' || type === 'number';

function wrongValue({ type }: Shape): unknown {
  if (type === 'string') return { words: 1 };
  return type === undefined ? undefined : 'x1';
}
