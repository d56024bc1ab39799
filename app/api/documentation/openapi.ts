import type { z } from 'zod';

import type { ErrorCode } from '../../../shared/errors.ts';
import { guide, step } from '../../../shared/model/guide.ts';
import type { Endpoint } from '../endpoint.ts';
import { statusOf } from '../error-response.ts';
import { anyWiki } from '../wikis/wiki-fields.ts';
import { errorBody } from './models.ts';
import { askers, isAllowed } from './permissions.ts';
import { jsonSchemas } from './schemas.ts';
import type { JsonSchema } from './schemas.ts';

/** Where each operation is defined, as `guides/steps/createStep`: its resource, and its own name. */
export type OperationFiles = Readonly<Record<string, string>>;

/** The body is the file itself, whose name in `file` says what it is. */
const uploads: Readonly<Record<string, readonly string[]>> = {
  'POST /user/media/images': ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
  'POST /user/media/videos': ['video/mp4', 'video/quicktime', 'video/webm'],
  'POST /user/media/documents': ['application/octet-stream'],
};

const meanings: Partial<Record<ErrorCode, string>> = {
  'bad-json': 'The body is not JSON.',
  unauthorized: 'Nobody signed in, or the token is no longer good.',
  forbidden: 'Whoever signed in may not do this.',
  'not-found': 'There is no such thing.',
  conflict: 'The given revisionid is not the current one: this is the current version.',
  invalid: 'Fields are missing or not as they should be, or the thing is in the wrong state.',
  unavailable: 'This cannot be done right now; the message says why.',
};

/** Codes of refusal that an endpoint can answer, its own and those any like it has. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { auth, params, query, body, may, errors, forwarded, profile } = endpoint;
  const codes: ErrorCode[] = [...errors];
  // A desk is read by anybody.
  if (auth !== 'open' && !(auth === 'public' && profile === 'desk')) codes.push('unauthorized');
  if (auth === 'admin' || may) codes.push('forbidden');
  if (body) codes.push('bad-json');
  if (params || query || body) codes.push('invalid');
  if (forwarded) codes.push('unavailable');
  return [...new Set(codes)];
}

/** What a 409 answers: the resource that was to be changed, as it is now (contract section 7). */
export function conflictSchema({ route, response }: Endpoint): z.ZodType {
  if (/^\w+ \/guides\/.*\{stepid\}$/.test(route)) return step;
  if (/^\w+ \/guides\/\{guideid\}/.test(route)) return guide;
  if (/^\w+ \/wikis\//.test(route)) return anyWiki;
  return response;
}

/** OpenAPI 3.1 of these endpoints. */
export function openApi(endpoints: readonly Endpoint[], files: OperationFiles, version: string): JsonSchema {
  const { schemas, components } = jsonSchemas({ error: errorBody, ...schemasOf(endpoints) });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ');
    const { address, names } = addressOf(path, Object.keys(paths));
    const operations = (paths[address] ??= { parameters: [{ $ref: '#/components/parameters/pretty' }] });
    operations[method.toLowerCase()] = operation(endpoint, files, schemas, names);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Benchside API 2.0',
      version,
      summary: 'Repair guides and the content around them, on a hub and on a desk',
      description:
        'Bodies are JSON whatever their `Content-Type` says. Unknown query parameters and body fields are ignored. ' +
        'Dates are UNIX seconds. At a desk everything works offline; what is made there has negative ids until the ' +
        'site has given its own.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/2.0' }],
    tags: [...new Set(endpoints.map((endpoint) => resourceOf(endpoint, files)))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      parameters: {
        pretty: {
          name: 'pretty',
          in: 'query',
          description: 'Format the answer for people.',
          allowEmptyValue: true,
          schema: { type: 'boolean', default: false },
        },
      },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`api <token>`, with the `authToken` that signing in answers.',
        },
        appId: {
          type: 'apiKey',
          in: 'header',
          name: 'X-App-Id',
          description:
            'Application id; sites with public registration want it with registering and signing in.',
        },
      },
    },
  };
}

const resourceOf = ({ route }: Endpoint, files: OperationFiles): string =>
  (files[route] ?? '').split('/')[0] || 'other';

function schemasOf(endpoints: readonly Endpoint[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) => {
      const { route, params, query, body, response } = endpoint;
      const conflict = endpoint.errors.includes('conflict') ? conflictSchema(endpoint) : undefined;
      return Object.entries({ params, query, body, response, conflict })
        .filter((entry): entry is [string, z.ZodType] => entry[1] !== undefined && entry[1].type !== 'void')
        .map(([part, schema]) => [`${part} ${route}`, schema]);
    }),
  );
}

/** One address for all methods that share it, whatever each calls its parts: `{imageid/guid}` and `{imageids}`. */
function addressOf(path: string, known: string[]): { address: string; names: string[] } {
  const part = /\{([^}]+)\}/g;
  const own = path.replace(part, (_, name: string) => `{${name.replace(/\W.*$/, '')}}`);
  const shape = (address: string): string => address.replace(part, '{}');
  const address = known.find((other) => shape(other) === shape(own)) ?? own;
  return { address, names: [...address.matchAll(part)].map(([, name = '']) => name) };
}

function operation(
  endpoint: Endpoint,
  files: OperationFiles,
  schemas: Record<string, JsonSchema>,
  names: string[],
): JsonSchema {
  const { route, auth, forwarded, profile } = endpoint;
  const asks = askers.filter((asker) => isAllowed(endpoint, asker));
  const notes = [
    `Open to: ${asks.length === askers.length ? 'everybody' : asks.join(', ')}.`,
    ...(forwarded
      ? ['Only the site itself does this; a desk passes it on while the site can be reached.']
      : []),
    ...(profile ? [`On a ${profile} only.`] : []),
  ];
  return {
    operationId: files[route]?.split('/').at(-1) ?? route.replace(/\W+/g, '_'),
    summary: endpoint.summary,
    description: notes.join(' '),
    tags: [resourceOf(endpoint, files)],
    security: auth === 'open' ? [{}, { appId: [] }] : [...(auth === 'public' ? [{}] : []), { token: [] }],
    parameters: [
      ...pathParameters(endpoint, schemas[`params ${route}`], names),
      ...queryParameters(endpoint, schemas[`query ${route}`]),
    ],
    ...requestBody(endpoint, schemas[`body ${route}`]),
    responses: { ...success(endpoint, schemas), ...refusals(endpoint, schemas) },
  };
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function pathParameters(
  { route, example }: Endpoint,
  schema: ObjectSchema = {},
  names: string[],
): JsonSchema[] {
  const own = [...route.matchAll(/\{(\w+)[^}]*\}/g)].map(([, name = '']) => name);
  return own.map((name, index) =>
    parameter(
      'path',
      names[index] ?? name,
      schema.properties?.[name] ?? { type: 'string' },
      true,
      example?.params?.[name],
    ),
  );
}

function queryParameters({ example }: Endpoint, schema: ObjectSchema = {}): JsonSchema[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, value]) =>
    parameter('query', name, value, required.includes(name), example?.query?.[name]),
  );
}

function parameter(
  place: 'path' | 'query',
  name: string,
  { description, ...schema }: JsonSchema,
  required: boolean,
  example: string | undefined,
): JsonSchema {
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(required ? { required } : {}),
    ...(schema['type'] === 'boolean' ? { allowEmptyValue: true } : {}),
    ...(schema['type'] === 'array' ? { style: place === 'path' ? 'simple' : 'form', explode: false } : {}),
    schema,
    ...(example === undefined ? {} : { example: typed(example, schema['type']) }),
  };
}

function typed(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text !== 'false' && text !== '0';
  if (type === 'array') return text.split(',').map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
  return text;
}

function requestBody({ route, body, example }: Endpoint, schema: JsonSchema | undefined): JsonSchema {
  const files = uploads[route];
  if (files) {
    return { requestBody: { required: true, content: Object.fromEntries(files.map((type) => [type, {}])) } };
  }
  if (!schema) return {};
  const content = { schema, ...(example?.body === undefined ? {} : { example: example.body }) };
  // No body at all counts as `{}`.
  const required = body?.safeParse({}).success === false;
  return { requestBody: { required, content: { 'application/json': content } } };
}

function success({ route, status, query }: Endpoint, schemas: Record<string, JsonSchema>): JsonSchema {
  const schema = schemas[`response ${route}`];
  if (!schema || status === 204) return { 204: { description: 'Done; there is nothing to answer.' } };
  const type = schema['contentMediaType'];
  const xml = query !== undefined && isXmlToo(schemas[`query ${route}`]);
  return {
    [status]: {
      description: 'Done.',
      content: {
        [typeof type === 'string' ? type : 'application/json']: { schema },
        ...(xml ? { 'application/xml': { schema: { type: 'string' } } } : {}),
      },
    },
  };
}

const isXmlToo = (query: ObjectSchema | undefined): boolean =>
  query?.properties?.['type']?.['default'] === 'JSON';

function refusals(endpoint: Endpoint, schemas: Record<string, JsonSchema>): JsonSchema {
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) => String(statusOf[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => meanings[code] ?? code).join(' '),
        content: {
          'application/json':
            status === '409'
              ? { schema: schemas[`conflict ${endpoint.route}`] }
              : {
                  schema: schemas['error'],
                  example: { error: true, message: meanings[codes[0] ?? 'internal'] },
                },
        },
      },
    ]),
  );
}
