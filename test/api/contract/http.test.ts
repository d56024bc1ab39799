import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Endpoint } from '../../../app/api/endpoint.ts';
import { endpoints } from '../../../app/api/index.ts';
import type { TestCore } from '../../helpers/core.ts';
import { asker, send } from './asks.ts';
import { Copies } from './copies.ts';
import { templates } from './templates.ts';
import type { Templates } from './templates.ts';

let worlds: Templates;
let copies: Copies;
let core: TestCore;
beforeAll(async () => {
  worlds = await templates();
  // Active runs get longer from one answer to the next.
  const began = Date.now() / 1000;
  copies = new Copies(worlds.hub, { now: () => began });
  core = await copies.untouched();
});
afterAll(async () => {
  await copies[Symbol.asyncDispose]();
  worlds[Symbol.dispose]();
});

const shape = ({ route }: Endpoint): string => (route.split(' ')[1] ?? '').replace(/\{[^}]*\}/g, '{}');
const methodOf = ({ route }: Endpoint): string => route.split(' ')[0] ?? '';
const addresses = Map.groupBy(endpoints, shape);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

test.each([...addresses])('%s: OPTIONS tells its methods, and every other is refused', async (_, there) => {
  const own = there.map(methodOf);
  const [first] = there;
  if (!first) throw new Error('an address has a method');
  const as = (method: string): Promise<Response> =>
    send(core, { ...first, route: routeWith(first, method) }, {});
  const preflight = await as('OPTIONS');
  const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  expect([preflight.status, await preflight.text()]).toEqual([204, '']);
  expect(preflight.headers.get('Allow')?.split(', ').sort()).toEqual(allowed.sort());
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(
    /Authorization.*Content-Type.*X-App-Id/,
  );
  for (const method of methods.filter((method) => !own.includes(method))) {
    const refused = await as(method);
    expect([method, refused.status]).toEqual([method, 405]);
    expect(refused.headers.get('Allow')?.split(', ').sort()).toEqual(allowed);
    expect(await refused.json()).toEqual({ error: true, message: expect.any(String) });
  }
});

const routeWith = ({ route }: Endpoint, method: string): Endpoint['route'] =>
  route.replace(/^\w+/, method) as Endpoint['route'];

/** Endpoints that read and give the same answer twice. */
const reads = endpoints.filter(
  (endpoint) =>
    methodOf(endpoint) === 'GET' &&
    endpoint.profile !== 'desk' &&
    endpoint.example !== undefined &&
    endpoint.response.meta()?.['contentMediaType'] === undefined,
);

describe.each(reads.map((endpoint): [string, Endpoint] => [endpoint.route, endpoint]))(
  '%s',
  (_, endpoint) => {
    const ask = (change: Partial<Endpoint> = {}, query: Record<string, string> = {}): Promise<Response> =>
      send(core, { ...endpoint, ...change }, { as: asker(endpoint), query });

    test('HEAD answers as GET without a body', async () => {
      const get = await ask();
      const head = await ask({ route: routeWith(endpoint, 'HEAD') });
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['Content-Type', 'Content-Length', 'Access-Control-Allow-Origin']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
    });

    test('a slash at the end and unknown parameters change nothing', async () => {
      const plain = await (await ask()).text();
      const route = `${endpoint.route}/` as Endpoint['route'];
      expect(await (await ask({ route })).text()).toBe(plain);
      const more = { lang: 'xx', includeComments: 'false', unheardOf: '1' };
      expect(await (await ask({}, more)).text()).toBe(plain);
    });

    test('`pretty` formats the answer for people, in every spelling', async () => {
      const plain = await (await ask()).text();
      for (const pretty of ['', '1', 'true']) {
        const text = await (await ask({}, { pretty })).text();
        expect(text).toBe(`${JSON.stringify(JSON.parse(plain), null, 2)}\n`);
      }
      expect(await (await ask({}, { pretty: 'false' })).text()).toBe(plain);
    });
  },
);

test('guides and categories are XML on request, and so are their errors', async () => {
  for (const path of ['/guides/1', '/categories/Pump']) {
    for (const type of ['XML', 'xml']) {
      const answer = await core.call(`GET ${path}?type=${type}`);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
        200,
        expect.stringMatching(/^application\/xml/),
      ]);
      expect(await answer.text()).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<(?:guide|category) /i,
      );
    }
    expect((await core.call(`GET ${path}?type=JSON`)).headers.get('Content-Type')).toMatch(
      /^application\/json/,
    );
  }
  const refusals = { '/guides/2': 401, '/guides/999999': 404, '/categories/Nothing': 404, '/guides/x': 422 };
  for (const [path, status] of Object.entries(refusals)) {
    const answer = await core.call(`GET ${path}?type=XML`);
    const text = await answer.text();
    expect([path, answer.headers.get('Content-Type'), text]).toEqual([
      path,
      expect.stringMatching(/^application\/xml/),
      expect.stringMatching(/<message>[^<]+<\/message>/),
    ]);
    expect([path, status === 401 ? [401, 403].includes(answer.status) : answer.status]).toEqual([
      path,
      status === 401 ? true : status,
    ]);
  }
});
