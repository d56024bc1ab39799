import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { endpoints } from '../../../app/api/index.ts';
import { listen } from '../../../app/http/node.ts';
import type { HttpServer } from '../../../app/http/node.ts';
import type { TestCore } from '../../helpers/core.ts';
import { asker, makePrivate } from './asks.ts';
import { Copies } from './copies.ts';
import { templates } from './templates.ts';
import type { Templates } from './templates.ts';
import { emailOf, password } from './world.ts';
import type { Person } from './world.ts';

interface Answer<T = unknown> {
  status: number;
  body: T;
  text: string;
}

interface Sent {
  as?: Person;
  body?: string;
  headers?: Record<string, string>;
}

let worlds: Templates;
let copies: Copies;
let core: TestCore;
let server: HttpServer;

beforeAll(async () => {
  worlds = await templates();
  copies = new Copies(worlds.hub);
  server = await listen(async (incoming) => core.fetch(incoming), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await copies[Symbol.asyncDispose]();
  worlds[Symbol.dispose]();
});

/** Sends a request over a socket, with exactly these headers. */
async function ask<T = unknown>(route: string, { as, body, headers = {} }: Sent = {}): Promise<Answer<T>> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await request(`${server.origin}/api/2.0${path}`, {
    method: method as 'GET',
    headers: { ...(as ? { authorization: `api ${as}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: (text === '' ? undefined : JSON.parse(text)) as T, text };
}

describe('clients of this API have habits (CONTRACT 1): they', () => {
  beforeAll(async () => {
    core = await copies.untouched();
  });

  test.each([
    ['none', {}],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['of a file', { 'content-type': 'application/octet-stream' }],
    ['of a picture', { 'content-type': 'image/jpeg' }],
    ['that is no type at all', { 'content-type': ';;' }],
  ])('send JSON with a content type: %s (1)', async (_, headers) => {
    const body = JSON.stringify({ email: emailOf('tomas'), password });
    const { status, body: user } = await ask<{ authToken: string }>('POST /user/token', { body, headers });
    expect([status, user.authToken]).toEqual([201, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const broken = await ask('POST /user/token', { body: 'email=tomas', headers });
    expect([broken.status, broken.body]).toEqual([400, { error: true, message: expect.any(String) }]);
  });

  test('add unknown parameters to every read (2)', async () => {
    const reads = endpoints.filter(
      ({ route, example, profile, query }) =>
        route.startsWith('GET ') &&
        profile !== 'desk' &&
        example &&
        !query?.safeParse({ limit: '200' }).error,
    );
    expect(reads.length).toBeGreaterThan(40);
    for (const endpoint of reads) {
      const { route, example } = endpoint;
      const path = route.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => example?.params?.[name] ?? '');
      const query = new URLSearchParams({
        ...example?.query,
        limit: '200',
        order: 'DESC',
        lang: 'xx',
        'a[]': '1',
      });
      const response = await core.call(`${path}?${query.toString()}`, { token: asker(endpoint) });
      expect([route, response.status]).toEqual([route, 200]);
    }
  });

  test('ask for a limit above the maximum and get 200; for a limit below one and are refused (3)', async () => {
    const tag = (tags: readonly string[]): void =>
      core.ctx.store.transact(null, (s) => s.tags.set({ kind: 'guide', id: 1 }, tags));
    const before = core.ctx.store.read(null, (s) => s.tags.of({ kind: 'guide', id: 1 }));
    tag(Array.from({ length: 250 }, (_, n) => `tag ${n}`));
    for (const limit of ['10000', '100000', '1000', '201']) {
      expect((await ask<string[]>(`GET /tags?limit=${limit}`)).body).toHaveLength(200);
    }
    expect((await ask<string[]>('GET /tags')).body).toHaveLength(20);
    for (const wrong of [
      'limit=0',
      'limit=-1',
      'limit=ten',
      'limit=',
      'limit=1.5',
      'offset=-1',
      'offset=x',
    ]) {
      const { status, body } = await ask<{ errors: { field: string }[] }>(`GET /tags?${wrong}`);
      expect([wrong, status, body.errors[0]?.field]).toEqual([wrong, 422, wrong.split('=')[0]]);
    }
    // The end of a list is an empty page (5).
    expect((await ask('GET /tags?offset=100000')).body).toEqual([]);
    tag(before);
  });

  test('set a flag by its name alone; only `false` and `0` mean no (4)', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await ask<{ guideid: number }[]>(`GET /guides?${query}`, { as: 'ada' })).body.map(
        ({ guideid }) => guideid,
      );
    for (const set of ['', '=', '=true', '=1', '=yes', '=TRUE']) {
      expect([set, await ids(`includePrivate${set}`)]).toEqual([set, [1, 2]]);
    }
    for (const unset of ['=false', '=0'])
      expect([unset, await ids(`includePrivate${unset}`)]).toEqual([unset, [1]]);
  });

  test('end an address with a slash, on writes too (6)', async () => {
    const body = JSON.stringify({ email: emailOf('tomas'), password });
    expect((await ask('POST /user/token/', { body })).status).toBe(201);
    expect((await ask('GET /guides/1/?pretty')).status).toBe(200);
  });

  test('send {} or nothing if no body is required (7)', async () => {
    for (const [index, body] of ['{}', '', undefined, ' \n'].entries()) {
      const sent = { as: 'tomas' as const, ...(body === undefined ? {} : { body }) };
      expect((await ask('PUT /user/favorites/guides/1', sent)).status).toBe(204);
      expect((await ask('DELETE /guides/1/completed', sent)).status).toBe(204);
      const action = ['pause', 'resume'][index % 2] ?? '';
      const entry = await ask<{ status: string }>(`POST /work_log/1/${action}`, sent);
      expect([action, entry.status, entry.body.status]).toEqual([
        action,
        200,
        ['paused', 'started'][index % 2],
      ]);
    }
  });

  test('send a body with DELETE (3), and bodies with more fields than required (13)', async () => {
    const body = JSON.stringify({ tag: 'pump', unheardOf: [1] });
    expect((await ask('DELETE /guides/1/tag', { as: 'tomas', body })).status).toBe(200);
    expect((await ask('DELETE /guides/1/tag', { as: 'tomas', body })).status).toBe(404);
    const { body: guide } = await ask<{ steps: { revisionid: number }[] }>('GET /guides/1', { as: 'tomas' });
    const revisionid = guide.steps[1]?.revisionid;
    // The Android app repeats the revisionid in a request that does not need it.
    const copy = JSON.stringify({ revisionid: 1 });
    expect(
      (await ask(`DELETE /guides/1/steps/2?revisionid=${revisionid}`, { as: 'tomas', body: copy })).status,
    ).toBe(200);
  });

  test('write an unchanged value, which makes no revision (9)', async () => {
    core = await copies.untouched();
    const { body: before } = await ask<{ revisionid: number; title: string }>('GET /guides/1', {
      as: 'tomas',
    });
    const body = JSON.stringify({ title: before.title });
    const same = await ask<{ revisionid: number }>(`PATCH /guides/1?revisionid=${before.revisionid}`, {
      as: 'tomas',
      body,
    });
    expect([same.status, same.body.revisionid]).toEqual([200, before.revisionid]);
  });

  test('sign in again when their token is no longer valid (2)', async () => {
    const stale = { headers: { authorization: 'api 00000000000000000000000000000000' } };
    expect((await ask('GET /user', stale)).status).toBe(401);
    const body = JSON.stringify({ email: emailOf('tomas'), password });
    expect((await ask('POST /user/token', { ...stale, body })).status).toBe(201);
    // One client omits the word before the token.
    expect((await ask('GET /user', { headers: { authorization: 'tomas' } })).status).toBe(401);
    expect((await ask('GET /user', { headers: { authorization: 'API tomas' } })).status).toBe(200);
  });

  test('read without a token, which a private site refuses (10)', async () => {
    core = await copies.untouched();
    makePrivate(core);
    for (const path of [
      '/guides',
      '/guides/1',
      '/wikis/CATEGORY',
      '/categories',
      '/tags',
      '/users/2',
      '/teams',
    ]) {
      expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 401]);
      expect([path, (await ask(`GET ${path}`, { as: 'omar' })).status]).toEqual([path, 200]);
    }
  });
});
