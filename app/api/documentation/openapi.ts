import type { z } from 'zod';

import type { ErrorCode } from '../../../shared/errors.ts';
import { limits, sizeOf } from '../../../shared/limits.ts';
import type { Rate } from '../../../shared/limits.ts';
import { guide, step } from '../../../shared/model/guide.ts';
import type { Endpoint } from '../endpoint.ts';
import { httpStatuses } from '../error-response.ts';
import { mostBytes, mostValues } from '../input.ts';
import { anyWiki } from '../wikis/wiki-fields.ts';
import type { RecordedAnswers } from './answers.ts';
import { errorBody } from './models.ts';
import { parameterDescriptions, resourceDescriptions } from './parameters.ts';
import { askers, isAllowed } from './permissions.ts';
import { jsonSchemas } from './schemas.ts';
import type { JsonSchema } from './schemas.ts';

/** The file of each operation by route, as in `guides/steps/createStep`: its resource and its name. */
export type OperationFiles = Readonly<Record<string, string>>;

/** Operations whose body is a file, with its media types and size limit. */
const uploads: Readonly<Record<string, { types: readonly string[]; bytes: number }>> = {
  'POST /user/media/images': {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
    bytes: limits.media.picture.max,
  },
  'POST /user/media/videos': {
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    bytes: limits.media.video.max,
  },
  'POST /user/media/documents': {
    types: ['application/octet-stream'],
    bytes: limits.media.document.max,
  },
};

const meanings: Partial<Record<ErrorCode, string>> = {
  'bad-json': 'The body is not JSON.',
  unauthorized: 'There is no sign-in, or the token is no longer valid.',
  forbidden: 'The current user may not do this.',
  'not-found': 'The resource does not exist.',
  conflict: 'The given revisionid is not the current one: this is the current version.',
  invalid: 'Fields are missing or invalid, or the resource is in the wrong state.',
  'too-large': 'The body is larger than the limit.',
  unavailable: 'This cannot be done right now; the message says why.',
};

/** Returns the error codes that an endpoint can answer, its own and general ones. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { auth, params, query, body, may, errors, forwarded } = endpoint;
  const codes: ErrorCode[] = [...errors];
  if (auth !== 'open') codes.push('unauthorized');
  if (auth === 'admin' || may) codes.push('forbidden');
  if (body) codes.push('bad-json');
  if (params || query || body) codes.push('invalid');
  if (forwarded) codes.push('unavailable');
  return [...new Set(codes)];
}

/** Returns the schema of a 409's body: the current version of the resource to change (CONTRACT 1.6). */
export function conflictSchema({ route, response }: Endpoint): z.ZodType {
  if (/^\w+ \/guides\/.*\{stepid\}$/.test(route)) return step;
  if (/^\w+ \/guides\/\{guideid\}/.test(route)) return guide;
  if (/^\w+ \/wikis\//.test(route)) return anyWiki;
  return response;
}

/** Returns the OpenAPI 3.1 document of the endpoints. */
export function openApi(
  endpoints: readonly Endpoint[],
  files: OperationFiles,
  answers: RecordedAnswers,
  version: string,
): JsonSchema {
  const { schemas, components } = jsonSchemas({ error: errorBody, ...schemasOf(endpoints) });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ');
    const { address, names } = addressOf(path, Object.keys(paths));
    const operations = (paths[address] ??= { parameters: [{ $ref: '#/components/parameters/pretty' }] });
    operations[method.toLowerCase()] = operation(endpoint, files, schemas, names, answers[endpoint.route]);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Benchside API 2.0',
      version,
      summary: 'Repair guides and the content around them, on a hub and on a desk',
      description:
        'Bodies are JSON whatever their `Content-Type` says. Unknown query parameters and body fields are ignored. ' +
        `An address has at most ${limits.request.url.max} characters and ${limits.request.parameters.max} parameters. ` +
        'Dates are UNIX seconds. At a desk everything works offline; what is made there has negative ids until the ' +
        'site has given its own. Texts and lists may be as long as `app/api/LIMITS.md` says; what is longer is 422 with the limit.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/2.0' }],
    tags: [...new Set(endpoints.map((endpoint) => resourceOf(endpoint, files)))].map((name) => ({
      name,
      description: resourceDescriptions[name],
    })),
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

/** Returns one path for all methods that share it, even if they name its parameters differently: `{imageid/guid}` and `{imageids}`. */
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
  answer: unknown,
): JsonSchema {
  const { route, auth, forwarded, profile, rate, deprecated } = endpoint;
  const asks = askers.filter((asker) => isAllowed(endpoint, asker));
  const notes = [
    ...(endpoint.description === undefined ? [] : [endpoint.description]),
    `Open to: ${asks.length === askers.length ? 'everybody' : asks.join(', ')}.`,
    ...(forwarded
      ? ['Only the site itself does this; a desk passes it on while the site can be reached.']
      : []),
    ...(profile ? [`On a ${profile} only.`] : []),
    ...(rate ? [rateNote(rate.name)] : []),
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
    ...(deprecated ? { deprecated } : {}),
    responses: { ...success(endpoint, schemas, answer), ...refusals(endpoint, schemas) },
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
      { description: descriptionOf(route, name), ...(schema.properties?.[name] ?? { type: 'string' }) },
      true,
      example?.params?.[name],
    ),
  );
}

function queryParameters({ route, example }: Endpoint, schema: ObjectSchema = {}): JsonSchema[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, value]) =>
    parameter(
      'query',
      name,
      { description: descriptionOf(route, name), ...value },
      required.includes(name),
      example?.query?.[name],
    ),
  );
}

const descriptionOf = (route: string, name: string): string | undefined =>
  parameterDescriptions[`${route} ${name}`] ?? parameterDescriptions[name];

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

function requestBody(endpoint: Endpoint, schema: JsonSchema | undefined): JsonSchema {
  const { route, body, example } = endpoint;
  const file = uploads[route];
  if (file) {
    // In OpenAPI 3.1 the `maxLength` of a file is in bytes.
    const content = file.types.map((type) => [type, { schema: { maxLength: file.bytes } }]);
    const description = `A file of at most ${sizeOf(file.bytes)}.`;
    return { requestBody: { required: true, description, content: Object.fromEntries(content) } };
  }
  if (!schema) return {};
  const content = { schema, ...(example?.body === undefined ? {} : { example: example.body }) };
  // An empty body counts as `{}`.
  const required = body?.safeParse({}).success === false;
  const { depth } = limits.request;
  const description =
    `At most ${sizeOf(mostBytes(endpoint))} of JSON, ${depth.max} levels deep and with ${mostValues(endpoint)} values; ` +
    'more is answered with 422 before it is read.';
  return { requestBody: { required, description, content: { 'application/json': content } } };
}

/** Describes a rate limit. */
const rateNote = (name: Rate): string =>
  `A hub answers at most ${limits.rates[name].max} of these (${name}) in a minute to one person, or to one network of ` +
  'people who did not sign in, and then 503 with the seconds to wait in `Retry-After`.';

/** Describes a success. Leaves out XML: a second content type would turn a client's types into a union of the document and a string. */
function success(
  { route, status }: Endpoint,
  schemas: Record<string, JsonSchema>,
  answer: unknown,
): JsonSchema {
  const schema = schemas[`response ${route}`];
  if (!schema || status === 204) return { 204: { description: 'Done; there is nothing to answer.' } };
  const type = schema['contentMediaType'];
  const example = answer === undefined ? {} : { example: answer };
  return {
    [status]: {
      description: 'Done.',
      content: { [typeof type === 'string' ? type : 'application/json']: { schema, ...example } },
    },
  };
}

function refusals(endpoint: Endpoint, schemas: Record<string, JsonSchema>): JsonSchema {
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) => String(httpStatuses[code]));
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
