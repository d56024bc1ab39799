import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Endpoint } from '../../app/api/endpoint.ts';
import { endpoints } from '../../app/api/index.ts';
import { listen } from '../../app/http/node.ts';
import type { HttpServer } from '../../app/http/node.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { windowKey } from '../helpers/site.ts';
import { photo } from '../media/pictures.ts';

/** A private hub, and a synced desk of it, on a port. */
let both: Pair;
let server: HttpServer;
let tomas: DeskPerson;
let ines: DeskPerson;
let picture: string;

beforeAll(async () => {
  both = await pair();
  const { hub, desk, admin } = both;
  const { image } = await hub.json<{ image: { id: number; guid: string } }>(
    'POST /user/media/images?file=a.png',
    { token: admin, body: new Uint8Array(await (await photo(80, 80)).png().toBuffer()) },
  );
  picture = image.guid;
  await addGuide(hub, admin, { image: image.id });
  hub.ctx.store.transact(null, (s) => s.meta.set('site', { ...s.meta.site, private: true }));
  [tomas, ines] = [await deskPerson(both, 'tomas'), await deskPerson(both, 'ines', 'author')];
  const { problem } = await both.round({ people: [ines, tomas] });
  if (problem) throw new Error(problem.message);
  server = await listen(desk.fetch, { host: '127.0.0.1', port: 0, loopbackOnly: true });
});
afterAll(async () => {
  await server.close();
  await both[Symbol.asyncDispose]();
});

/** Sends a request to the desk's port; every id in a route exists. */
const ask = (route: string, headers: Record<string, string> = {}, json?: unknown): Promise<Response> => {
  const [method = 'GET', path = ''] = route.replace(/\{[^}]*\}/g, '1').split(' ');
  const address = path.startsWith('/igi/') ? path : `/api/2.0${path.replace('/wikis/1', '/wikis/CATEGORY')}`;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return fetch(server.origin + address, { method, redirect: 'manual', headers, ...body });
};
const asJson = { 'Content-Type': 'application/json' };
const as = ({ token }: DeskPerson): Record<string, string> => ({ Authorization: `api ${token}`, ...asJson });
const statusOf = async (...request: Parameters<typeof ask>): Promise<number> =>
  (await ask(...request)).status;
const corsOf = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const sends = ({ route }: Endpoint): unknown => (/^(?:GET|DELETE) /.test(route) ? undefined : {});

describe('[security 2] a desk on loopback', () => {
  const evil = 'http://evil.example:5198';
  const foreign: readonly Record<string, string>[] = [
    { Origin: evil },
    { Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'cross-site' },
    // A page at another port of this machine.
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://127.0.0.1:9' },
    { Origin: 'null' },
  ];

  it('refuses a page of another address whatever it requests, and says so in words', async () => {
    for (const headers of foreign)
      for (const route of ['GET /guides', 'GET /benchside/info', 'POST /user/token', `GET /igi/${picture}`]) {
        const answer = await ask(route, headers, route.startsWith('POST') ? {} : undefined);
        expect([route, headers, answer.status, corsOf(answer)]).toEqual([route, headers, 403, []]);
        expect(await answer.json()).toMatchObject({ message: expect.stringContaining('another address') });
      }
    // With a token too: a page may have obtained one.
    expect(await statusOf('GET /user', { ...as(ines), Origin: evil })).toBe(403);
  });

  it('gives such a page no answer at any endpoint, and no permission in a preflight', async () => {
    for (const endpoint of endpoints)
      for (const headers of [...foreign, { Origin: evil, 'Content-Type': 'text/plain' }]) {
        const answer = await ask(endpoint.route, headers, sends(endpoint));
        await answer.body?.cancel();
        const path = endpoint.route.replace(/^\w+/, 'OPTIONS');
        const preflight = await ask(path, { ...headers, 'Access-Control-Request-Method': 'POST' });
        await preflight.body?.cancel();
        expect([endpoint.route, answer.status, corsOf(answer), preflight.status, corsOf(preflight)]).toEqual([
          endpoint.route,
          endpoint.profile === 'hub' ? expect.anything() : 403,
          [],
          403,
          [],
        ]);
      }
  });

  /** Answers of a site before anyone has signed in. */
  const open = new Set([
    'POST /user/token',
    'POST /users',
    'POST /users/reset_password',
    'GET /benchside/info',
    'GET /docs',
    'GET /docs/{file}',
    'GET /openapi.json',
  ]);

  it('shows people without a sign-in nothing of a private site, and nothing of itself', async () => {
    for (const endpoint of endpoints.filter(({ profile }) => profile !== 'hub')) {
      const answer = await ask(endpoint.route, asJson, sends(endpoint));
      await answer.body?.cancel();
      const { route } = endpoint;
      if (!open.has(route)) expect([route, answer.status, corsOf(answer)]).toEqual([route, 401, []]);
    }
    expect(await statusOf(`GET /igi/${picture}`)).toBe(401);
    expect(await statusOf('GET /guides/1', { 'X-Benchside-Window': 'guess' })).toBe(401);
  });

  it('is read by its window without a sign-in, and keeps no answer of that for others', async () => {
    const key = windowKey(both.desk);
    for (const route of ['GET /guides', 'GET /guides/1', `GET /igi/${picture}`, 'GET /benchside/settings']) {
      expect([route, await statusOf(route, key)]).toEqual([route, 200]);
      expect([route, await statusOf(route)]).toEqual([route, 401]);
      expect([route, await statusOf(route, as(tomas))]).toEqual([route, 200]);
    }
    expect(await statusOf('GET /guides', { ...key, Origin: 'benchside://desk' })).toBe(200);
    expect(await statusOf('GET /guides', { ...as(tomas), Origin: server.origin })).toBe(200);
    expect(await statusOf('GET /guides', { ...as(tomas), 'Sec-Fetch-Site': 'none' })).toBe(200);
  });

  it('takes JSON only as application/json, which a page cannot send', async () => {
    const patch = (headers: Record<string, string>): Promise<number> =>
      statusOf('PATCH /benchside/settings', headers, { colorScheme: 'dark' });
    const { Authorization = '' } = as(ines);
    expect(await patch({ Authorization, 'Content-Type': 'text/plain' })).toBe(400);
    expect(await patch({ Authorization, 'Content-Type': 'application/jsonp' })).toBe(400);
    expect(await patch({ Authorization, 'Content-Type': 'application/json; charset=utf-8' })).toBe(200);
    expect(await statusOf('POST /benchside/kiosk/enter', as(ines))).toBe(200);
  });

  it('lets people who signed in change preferences, and only leads change settings of the whole machine', async () => {
    const patch = (who: Record<string, string>, json: object): Promise<number> =>
      statusOf('PATCH /benchside/settings', { ...asJson, ...who }, json);
    const machine = [
      { updatesFrom: 'http://evil.example/u/' },
      { keepRunning: true },
      { startWithSystem: true },
      { syncEveryMinutes: 0 },
    ];
    for (const change of machine) {
      expect([change, await patch(as(tomas), change)]).toEqual([change, 403]);
      expect([change, await patch(windowKey(both.desk), change)]).toEqual([change, 403]);
      expect([change, await patch({}, change)]).toEqual([change, 401]);
      expect([change, await patch(as(ines), change)]).toEqual([change, 200]);
    }
    expect(await patch(as(tomas), { colorScheme: 'light', updatesFrom: '' })).toBe(403);
    expect(await patch(as(tomas), { colorScheme: 'light' })).toBe(200);
    const sync = (who: Record<string, string>, acceptRemovals: boolean): Promise<number> =>
      statusOf('POST /benchside/sync', { ...asJson, ...who }, { acceptRemovals });
    expect([await sync({}, false), await sync(as(tomas), false)]).toEqual([401, 202]);
    expect([await sync(as(tomas), true), await sync(as(ines), true)]).toEqual([403, 202]);
  });

  it('can be set up at its window until someone has signed in', async () => {
    await using desk = testCore({ profile: 'desk', site: both.net.url });
    const json = { startWithSystem: true, updatesFrom: 'hub' };
    await desk.json('PATCH /benchside/settings', { json, expect: 401 });
    await desk.json('PATCH /benchside/settings', { json, window: true, expect: 200 });
    await deskPerson({ hub: both.hub, desk }, 'petra');
    await desk.json('PATCH /benchside/settings', { json, window: true, expect: 403 });
  });

  it('stores the key of its window nowhere', async () => {
    const { store } = both.desk.ctx;
    const key = both.desk.ctx.identity.windowKey ?? '';
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const values = store.read(null, (s) => s.db.all(sql<StoredRow<'meta', 'value'>>`SELECT value FROM meta`));
    expect(values.some(({ value }) => value.includes(key))).toBe(false);
  });
});

it('[security 21] a private hub shows its settings to people who signed in', async () => {
  await using hub = testCore();
  hub.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  await hub.json('GET /benchside/settings', { expect: 401 });
});
