import { gunzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { errorBody } from '../../../app/api/documentation/models.ts';
import type { Endpoint } from '../../../app/api/endpoint.ts';
import { endpoints } from '../../../app/api/index.ts';
import { sql } from '../../../app/store/sql.ts';
import type { TestCore } from '../../helpers/core.ts';
import { currentExample, fileFor } from '../contract/asks.ts';
import { Copies, digest } from '../contract/copies.ts';
import { templates } from '../contract/templates.ts';
import type { Templates } from '../contract/templates.ts';
import { anyRequest } from './arbitraries.ts';
import type { AnyRequest } from './arbitraries.ts';

let worlds: Templates;
beforeAll(async () => {
  worlds = await templates();
});
afterAll(() => worlds[Symbol.dispose]());

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 12);

/** Reads that show most of the writable data. */
const reads = [
  '/guides?includePrivate',
  '/guides/1',
  '/guides/1?type=XML',
  '/wikis/CATEGORY?display=hierarchy',
  '/wikis/WIKI?limit=200',
  '/wikis/ITEM?limit=200',
  '/categories/Pump',
  '/users/2',
  '/work_log',
  '/step_forms/guideid/1',
  '/teams/1',
  '/comments',
  '/tags',
  '/translation_glossary/entries',
  '/user/media/images',
  '/benchside/home',
  '/benchside/search?q=pump',
  '/benchside/changes',
];

/** Checks that accepted values are shown without an error. */
async function expectReadable(core: TestCore): Promise<void> {
  for (const path of reads) {
    const response = await core.call(`GET ${path}`, { token: 'ada' });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`GET ${path} answers ${response.status} afterwards: ${text}`);
    // A feed that breaks off has no last line.
    if (path === '/benchside/changes' && response.ok) expect(text).toMatch(/"end":true/);
  }
}

describe.each(['hub', 'desk'] as const)('on a %s, whatever is asked', (profile) => {
  let copies: Copies;
  let base: string;
  beforeAll(async () => {
    copies = new Copies(worlds[profile]);
    base = digest(await copies.untouched());
  });
  afterAll(() => copies[Symbol.asyncDispose]());

  test.each(endpoints.map((endpoint): [string, Endpoint] => [endpoint.route, endpoint]))(
    '%s answers without a fault of its own, and changes nothing where it refuses',
    async (_, endpoint) => {
      const example = currentExample(await copies.untouched(), endpoint);
      await fc.assert(
        fc.asyncProperty(anyRequest({ ...endpoint, example }, await fileFor(endpoint)), async (asked) => {
          const core = await copies.untouched();
          const response = await send(core, endpoint, asked);
          const text = await textOf(response);
          expectWords(endpoint, response, text);
          if (!copies.isTouched) return;
          if (response.status >= 400) expect(digest(core)).toBe(base);
          else if (!endpoint.route.startsWith('GET ')) await expectReadable(core);
        }),
        { numRuns },
      );
    },
  );

  test('a day of random requests leaves a sound, readable database', async () => {
    const request = fc
      .constantFrom(
        ...endpoints.filter(({ route }) => !route.startsWith('GET ') && !route.endsWith(' /user/token')),
      )
      .chain((endpoint) => anyRequest(endpoint).map((asked) => ({ endpoint, asked })));
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 40, maxLength: 80 }), async (day) => {
        const core = await copies.untouched();
        for (const { endpoint, asked } of day) {
          const response = await send(core, endpoint, asked);
          expectWords(endpoint, response, await textOf(response));
        }
        await expectReadable(core);
        core.ctx.store.read(null, (s) => {
          expect(s.db.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
          expect(s.db.pragma('integrity_check')).toBe('ok');
        });
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });
});

function send(
  core: TestCore,
  { route }: Endpoint,
  { as, params, query, body, headers }: AnyRequest,
): Promise<Response> {
  const path = route.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => encoded(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return core.call(search === '' ? path : `${path}?${search}`, {
    headers,
    ...(as ? { token: as } : {}),
    ...(route.startsWith('GET ') ? {} : { body }),
  });
}

async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return (response.headers.get('Content-Encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** Encodes a part of an address. A lone surrogate has no encoding, and a part of dots alone would lead upwards. */
const encoded = (part: string): string => encodeURIComponent(part.toWellFormed()).replaceAll('.', '%2E');

function expectWords({ response: schema }: Endpoint, response: Response, text: string): void {
  const { status } = response;
  if (status < 400) return;
  // Only the site can answer this, or a picture is not here: the message says so.
  if (status >= 500)
    expect([status, text]).toEqual([503, expect.stringMatching(/("message":\s*"|<message>)[A-Z]/)]);
  if (/xml/.test(response.headers.get('Content-Type') ?? '')) {
    expect(text).toMatch(/<message>/);
    return;
  }
  const body: unknown = JSON.parse(text);
  // The body of a conflict is the resource itself.
  if (status === 409 && !errorBody.safeParse(body).success)
    expect([schema.type, body]).toEqual([schema.type, expect.any(Object)]);
  else expect([status, errorBody.safeParse(body).error]).toEqual([status, undefined]);
}
