import { readFileSync } from 'node:fs';

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { routeList } from '../../../app/api/documentation/list-routes.ts';
import { generatedDocuments } from '../../../app/api/documentation/write-documents.ts';
import { endpoints } from '../../../app/api/index.ts';
import { limits } from '../../../shared/limits.ts';
import { testCore } from '../../helpers/core.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: Record<string, unknown>[];
  requestBody?: { required: boolean; content: Record<string, { schema?: unknown; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

test('generated documents are up to date', async () => {
  for (const [file, text] of Object.entries(await generatedDocuments())) {
    const hint = 'npx node app/api/documentation/write-documents.ts writes it again';
    expect([file, hint, readFileSync(file, 'utf8')]).toEqual([file, hint, text]);
  }
});

test('`npm run routes` lists every endpoint with the file that defines it', async () => {
  const lines = await routeList();
  expect(lines).toHaveLength(endpoints.length);
  for (const { route } of endpoints) {
    const [method, path] = route.split(' ');
    const [file, others] = lines
      .map((line) => line.split(/ +/))
      .filter(([m, p]) => m === method && p === path)
      .map((columns) => columns[2]);
    expect([route, others]).toEqual([route, undefined]);
    expect(readFileSync(file ?? '', 'utf8')).toContain(`route: '${route}'`);
  }
  expect(await routeList('steporder')).toHaveLength(1);
});

test('the document is OpenAPI 3.1 and has every operation once, under its own name', async () => {
  await using core = testCore();
  const document = await core.json<Document>('GET /openapi.json');
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
  expect([errors, valid]).toEqual([undefined, true]);
  expect(document.openapi).toMatch(/^3\.1\./);
  const all = Object.values(document.paths).flatMap(({ parameters: _, ...methods }) =>
    Object.values(methods),
  );
  expect(all).toHaveLength(endpoints.length);
  const ids = all.map(({ operationId }) => operationId);
  expect(
    ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id)),
    'npx node app/api/documentation/write-documents.ts gives new operations the names of their files',
  ).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // Every referenced schema exists, and every schema is referenced.
  const used = new Set(
    [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, id]) => id),
  );
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
  expect([...used].filter((id) => id?.startsWith('__'))).toEqual([]);
});

test('an operation is described with its parameters, limits, example, errors and permissions', async () => {
  await using core = testCore();
  const { paths } = await core.json<Document>('GET /openapi.json');
  expect(paths['/guides']?.['get']?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    description: 'How many at most; more than the maximum is taken as the maximum.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
    example: 10,
  });
  const update = paths['/guides/{guideid}']?.['patch'];
  expect(update).toMatchObject({
    operationId: 'updateGuide',
    tags: ['guides'],
    description: 'Open to: author, owner, collaborator, admin.',
    security: [{ token: [] }],
  });
  expect(update?.parameters[0]).toEqual({
    name: 'guideid',
    in: 'path',
    description: 'Number of a guide.',
    required: true,
    schema: { type: 'integer' },
    example: 1,
  });
  expect(Object.keys(update?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '409', '422']);
  const schema = (status: string): unknown =>
    update?.responses[status]?.content?.['application/json']?.schema;
  expect(schema('409')).toEqual({ $ref: '#/components/schemas/Guide' });
  expect(schema('404')).toEqual({ $ref: '#/components/schemas/Error' });
  // A deletion answers nothing; its conflict answers the resource.
  const deletion = paths['/guides/{guideid}']?.['delete']?.responses;
  expect(deletion?.['204']).not.toHaveProperty('content');
  expect(deletion?.['409']?.content?.['application/json']?.schema).toEqual(schema('409'));
  const upload = paths['/user/media/images']?.['post']?.requestBody;
  expect(Object.keys(upload?.content ?? {})).toContain('image/jpeg');
  const created = paths['/guides']?.['post']?.requestBody;
  expect(created).toMatchObject({
    required: true,
    content: { 'application/json': { example: { type: 'repair' } } },
  });
  // Two methods of one address name its parameter differently.
  expect(Object.keys(paths['/user/media/images/{imageid}'] ?? {})).toEqual(['parameters', 'post', 'delete']);
});

test('its page loads files of this server only, and runs nothing else', async () => {
  await using core = testCore();
  const page = await core.call('GET /docs');
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const html = await page.text();
  const named = [...html.matchAll(/(?:src|href)="\/api\/2\.0([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(named).toHaveLength(4);
  for (const path of named) {
    const file = await core.call(`GET ${path}`);
    expect([path, file.status]).toEqual([path, 200]);
    expect(file.headers.get('Content-Type')).toMatch(
      path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
    );
  }
  expect(html).not.toMatch(/<script>|style="|https?:/);
  expect(await (await core.call('GET /docs/start.js')).text()).toContain("url: '/api/2.0/openapi.json'");
  for (const name of ['LICENSE', '..%2Findex.js', 'swagger-ui-bundle.js.map']) {
    await core.json(`GET /docs/${name}`, { expect: 404 });
  }
  await using desk = testCore({ profile: 'desk' });
  expect((await desk.call('GET /docs')).status).toBe(200);
});

test('[security limits] sizes and rates are described at the operations they apply to', async () => {
  await using core = testCore();
  const { paths } = await core.json<{
    paths: Record<
      string,
      Record<
        string,
        {
          description: string;
          requestBody?: { description: string; content: Record<string, { schema: { maxLength?: number } }> };
        }
      >
    >;
  }>('GET /openapi.json');
  const of = (method: string, path: string) => paths[path]?.[method];
  expect(of('post', '/user/token')?.requestBody?.description).toContain('At most 64 KiB');
  expect(of('post', '/guides')?.requestBody?.description).toContain('At most 16 MiB');
  const image = of('post', '/user/media/images');
  expect(image?.requestBody?.description).toBe('A file of at most 80 MiB.');
  expect(image?.requestBody?.content['image/png']?.schema.maxLength).toBe(limits.media.picture.max);
  expect(image?.description).toContain(`${limits.rates.uploads.max} of these (uploads) in a minute`);
  for (const path of ['/benchside/changes', '/search/{query}', '/guides/{guideid}'])
    expect(of('get', path)?.description).toContain('Retry-After');
  expect(of('get', '/guides')?.description).not.toContain('Retry-After');
});
