import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { withHubPage } from '../../app/http/hub-session.ts';
import { pageMark } from '../../shared/page-mark.ts';
import type { User } from '../../shared/model/user.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';
import type { TestPerson } from '../helpers/people.ts';

const password = 'long enough to keep';
const address = 'http://hub.test:4810';

interface Hub extends AsyncDisposable {
  core: TestCore;
  ada: TestPerson;
  ask(route: string, headers?: Record<string, string>, json?: unknown): Promise<Response>;
}

async function startHub(config: Parameters<typeof testCore>[0] = {}): Promise<Hub> {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), '<html><head></head><body>Program</body></html>');
  writeFileSync(join(folder.path, 'assets', 'a.js'), '1');
  const core = testCore(config);
  const ada = await addPerson(core, 'Ada', { role: 'admin', password });
  const fetch = withHubPage(core, folder.path);
  return {
    core,
    ada,
    ask: (route, headers = {}, json) => {
      const [method = '', path = ''] = route.split(' ');
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      return fetch(new Request(`${address}${path}`, { method, headers, ...body }));
    },
    [Symbol.asyncDispose]: async () => {
      await core[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const ours = { [pageMark]: '1', 'Sec-Fetch-Site': 'same-origin', Origin: address };
const credentials = { email: 'Ada@example.org', password };
const token = 'POST /api/2.0/user/token';

/** Returns the headers that a browser sends after signing in. */
async function signIn(hub: Hub, headers: Record<string, string> = ours): Promise<string> {
  const answer = await hub.ask(token, headers, credentials);
  expect(answer.status).toBe(201);
  return answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
}

test.each([
  ['pt-BR,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.2, DE-at;q=0.3', 'de'],
  ['de;q=0, en', 'en'],
])('a browser that asks for %s is led to the manual in %s', async (languages, language) => {
  await using hub = await startHub();
  const answer = await hub.ask('GET /manual', { 'Accept-Language': languages });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/manual/${language}/index.html`]);
});

test("the page is at /, with a strict policy; the site's addresses redirect into it", async () => {
  await using hub = await startHub();
  const page = await hub.ask('GET /');
  expect(await page.text()).toContain('Program');
  expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect((await hub.ask('GET /assets/a.js')).status).toBe(200);
  const leads = async (path: string): Promise<string | null> =>
    (await hub.ask(`GET ${path}`)).headers.get('Location');
  expect(await leads('/Guide/Mend+the+pump/12')).toBe('/#/guide/12');
  expect(await leads('/User/2/Tomas')).toBe('/#/admin/people/2');
  expect(await leads('/Device/Pump')).toBe('/#/category/Pump');
  expect(await leads('/anything')).toBe('/');
  expect((await hub.ask('GET /assets/none.js')).status).toBe(404);
  await using below = await startHub({ publicUrl: 'https://guides.example.org/bench' });
  expect((await below.ask('GET /Team/3/Pumps')).headers.get('Location')).toBe('/bench/#/admin/teams/3');
});

describe('signing in on the page', () => {
  test('gives a cookie that scripts cannot read and other sites cannot send, and no token', async () => {
    await using hub = await startHub();
    const answer = await hub.ask(token, { ...ours, 'Accept-Encoding': 'gzip' }, credentials);
    expect(await answer.json()).toMatchObject({ username: 'Ada' });
    const cookie = answer.headers.get('Set-Cookie');
    expect(cookie).toMatch(
      /^benchside-session=[0-9a-f]{32}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const again = await hub.ask(token, ours, credentials);
    expect(await again.json()).not.toHaveProperty('authToken');
    const session = cookie?.split(';', 1)[0] ?? '';
    const me = await hub.ask('GET /api/2.0/user', { ...ours, Cookie: session });
    expect(await me.json()).toMatchObject({ username: 'Ada' });
    expect(me.headers.get('Cache-Control')).toBe('no-store');
  });

  test('over HTTPS, also behind a proxy, gives a cookie that is sent over HTTPS only', async () => {
    await using hub = await startHub({ publicUrl: 'https://guides.example.org' });
    const headers = { ...ours, Origin: 'https://guides.example.org' };
    const answer = await hub.ask(token, headers, credentials);
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-benchside-session=.*; SameSite=Strict; Secure$/,
    );
  });

  test('ends the sign-in before it; signing out ends it on the hub', async () => {
    await using hub = await startHub();
    const first = await signIn(hub);
    const answer = await hub.ask(token, { ...ours, Cookie: first }, credentials);
    const second = answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
    expect((await hub.ask('GET /api/2.0/user', { ...ours, Cookie: first })).status).toBe(401);
    const out = await hub.ask('DELETE /api/2.0/user/token', { ...ours, Cookie: second });
    expect(out.status).toBe(204);
    expect(out.headers.get('Set-Cookie')).toMatch(/^benchside-session=; Path=\/; Max-Age=0;/);
    const bare = second.split('=')[1] ?? '';
    expect((await hub.ask('GET /api/2.0/user', { Authorization: `api ${bare}` })).status).toBe(401);
  });

  test('works if only known applications sign people in, and creating an account there gives nobody a token', async () => {
    await using hub = await startHub();
    hub.core.ctx.store.transact(null, (s) =>
      s.meta.set('site', { publicRegistration: true, appids: ['our-app'] }),
    );
    expect((await hub.ask(token, {}, credentials)).status).toBe(422);
    const session = await signIn(hub);
    const account = { email: 'nora@example.org', username: 'Nora', password };
    const made = await hub.ask('POST /api/2.0/users', { ...ours, Cookie: session }, account);
    expect(made.status).toBe(201);
    expect(made.headers.get('Set-Cookie')).toBeNull();
    const { userid, ...user } = (await made.json()) as User;
    expect(user).not.toHaveProperty('authToken');
    const path = `GET /benchside/tokens?userid=${userid}`;
    expect(await hub.core.json(path, { token: hub.ada.token })).toEqual([]);
  });
});

describe('the cookie is accepted', () => {
  const write = 'PUT /api/2.0/benchside/drafts/x';

  test('for requests of the page itself, and refused for those of pages at other addresses', async () => {
    await using hub = await startHub();
    const Cookie = await signIn(hub);
    const status = async (headers: Record<string, string>, route = write): Promise<number> =>
      (await hub.ask(route, { Cookie, ...headers }, route.startsWith('GET') ? undefined : { a: 1 })).status;
    expect(await status(ours)).toBe(204);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await status({ ...ours, 'Sec-Fetch-Site': site })).toBe(403);
    for (const Origin of ['https://evil.example', 'http://hub.test:9999', 'null'])
      expect(await status({ Origin, [pageMark]: '1' })).toBe(403);
    // A form or a simple request cannot send the mark.
    expect(await status({ 'Sec-Fetch-Site': 'same-origin', Origin: address })).toBe(401);
    // Over plain HTTP in a workshop's network browsers send no `Sec-Fetch-Site`.
    expect(await status({ Origin: address, [pageMark]: '1' })).toBe(204);
    const reading = 'GET /api/2.0/user';
    expect(await status({}, reading)).toBe(200);
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' }, reading)).toBe(401);
    expect(await status({ Origin: 'https://evil.example' }, reading)).toBe(401);
  });

  test('never instead of a token; requests with a token pass unchanged from anywhere', async () => {
    await using hub = await startHub();
    const Cookie = await signIn(hub);
    const kofi = await addPerson(hub.core, 'Kofi');
    const Authorization = `api ${kofi.token}`;
    const me = await hub.ask('GET /api/2.0/user', { ...ours, Cookie, Authorization });
    expect(await me.json()).toMatchObject({ username: 'Kofi' });
    const foreign = { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site', Authorization };
    expect((await hub.ask(write, foreign, { a: 1 })).status).toBe(204);
    const answer = await hub.ask(token, {}, credentials);
    expect(await answer.json()).toHaveProperty('authToken');
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const preflight = await hub.ask('OPTIONS /api/2.0/user/token', {
      Origin: 'https://evil.example',
      'Access-Control-Request-Headers': pageMark,
    });
    expect(preflight.headers.get('Access-Control-Allow-Headers')).not.toMatch(new RegExp(pageMark, 'i'));
    expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });
});

test('a new password keeps the browser signed in, and its token out of the page', async () => {
  await using hub = await startHub();
  const before = await signIn(hub);
  const json = { email: credentials.email, current_password: password, password: 'another long enough word' };
  const answer = await hub.ask('POST /api/2.0/benchside/user/password', { ...ours, Cookie: before }, json);
  expect(answer.status).toBe(201);
  expect(await answer.json()).not.toHaveProperty('authToken');
  const cookie = answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  const me = (sent: string): Promise<Response> => hub.ask('GET /api/2.0/user', { ...ours, Cookie: sent });
  expect((await me(cookie)).status).toBe(200);
  expect((await me(before)).status).toBe(401);
});
