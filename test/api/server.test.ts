import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { listen } from '../../app/http/node.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';

describe('every endpoint', () => {
  it('has an address and a summary of its own', () => {
    const routes = endpoints.map((endpoint) => endpoint.route.replace(/\{[^}]*\}/g, '{}'));
    expect(new Set(routes).size).toBe(routes.length);
    for (const { summary } of endpoints) expect(summary).toMatch(/^\S.*[^.]$/);
  });

  it('is reached at its address: no other endpoint hides it', async () => {
    await using core = testCore();
    for (const { route } of endpoints.filter((endpoint) => endpoint.profile !== 'desk')) {
      const answer = await core.call(route.replace(/\{[^}]*\}/g, '1').replace('/wikis/1', '/wikis/WIKI'));
      const text = await answer.text();
      expect([route, text]).not.toEqual([route, expect.stringContaining('Endpoint not found')]);
      expect([route, answer.status]).not.toEqual([route, 405]);
    }
  });
});

describe('the server', () => {
  it('reads JSON whatever the content type is, and reports errors in it', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    const body = '{"category":"Pump","type":"repair"}';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await core.call('POST /guides', { token, body, headers })).status).toBe(201);
    expect(await core.json('POST /guides', { token, body: '{"category":', expect: 400 })).toMatchObject({
      error: true,
    });
    expect((await core.call('POST /guides', { token, body: '' })).status).toBe(422);
    expect((await core.call('POST /guides', { token, body: '[1]' })).status).toBe(422);
  });

  it('takes a request without a body and without a length', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    await addGuide(core, token);
    const server = await listen(core.fetch, { host: '127.0.0.1', port: 0 });
    const { port } = new URL(server.origin);
    const ask = async (route: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        `${route.replace(' ', ' /api/2.0')} HTTP/1.1\r\nHost: a\r\nAuthorization: api ${token}\r\nConnection: close\r\n\r\n`,
      );
      return (await text(socket)).split('\r\n')[0] ?? '';
    };
    expect(await ask('PUT /user/favorites/guides/1')).toBe('HTTP/1.1 204 No Content');
    expect(await ask('POST /guides')).toBe('HTTP/1.1 422 Unprocessable Entity');
    expect(await ask('GET /guides/1')).toBe('HTTP/1.1 200 OK');
    await server.close();
  });

  it('answers CORS for every operation', async () => {
    await using core = testCore();
    for (const path of ['/guides', '/guides/1', '/user/token']) {
      const preflight = await core.call(`OPTIONS ${path}`, { headers: { Origin: 'https://else.example' } });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization/);
      expect(preflight.headers.get('Access-Control-Allow-Methods')).toMatch(/OPTIONS/);
    }
    const refused = await core.call('GET /guides/99');
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('names the allowed methods', async () => {
    await using core = testCore();
    const answer = await core.call('PUT /guides/1', { body: '{}' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
    expect(answer.headers.get('Access-Control-Expose-Headers')).toBe('Allow');
    expect(await answer.json()).toMatchObject({ error: true });
    expect(await core.json('GET /nothing/here', { expect: 404 })).toEqual({
      error: true,
      message: 'Endpoint not found',
    });
  });

  it('answers HEAD as GET without a body, with or without a slash at the end', async () => {
    await using core = testCore();
    const head = await core.call('HEAD /guides/');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toMatch(/application\/json/);
    expect(await core.json('GET /guides/')).toEqual([]);
  });

  it('formats for people when asked', async () => {
    await using core = testCore();
    for (const pretty of ['pretty', 'pretty=1', 'pretty=true']) {
      expect(await (await core.call(`GET /benchside/info?${pretty}`)).text()).toContain('{\n  "product"');
    }
    expect(await (await core.call('GET /guides/9?pretty')).text()).toContain('{\n  "error": true');
  });

  it('compresses answers that are large enough', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    await addGuide(core, token, {}, 5);
    const zipped = await core.call('GET /guides/1', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
    const text = gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString();
    expect(text).toBe(await (await core.call('GET /guides/1')).text());
  });

  it('refuses people without a sign-in on a private site', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    core.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
    expect((await core.call('GET /guides')).status).toBe(401);
    expect((await core.call('GET /benchside/changes')).status).toBe(401);
    expect((await core.call('GET /benchside/info')).status).toBe(200);
    expect((await core.call('GET /guides', { token })).status).toBe(200);
  });

  it('carries out nothing for someone who is deactivated while their request arrives', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    const ben = await addPerson(core, 'ben');
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const sender = writable.getWriter();
    const headers = { Authorization: `api ${ben.token}` };
    const init = { method: 'POST', body: readable, duplex: 'half', headers };
    const sent = core.fetch(new Request('http://bench.test/api/2.0/guides', init));
    await sender.write(Buffer.from('{"category":"Pump","type":"repair",'));
    const json = { active: false };
    await core.json(`PUT /benchside/people/${ben.userid}/active`, { token, json });
    await sender.write(Buffer.from('"subject":"Impeller"}'));
    await sender.close();
    expect((await sent).status).toBe(401);
    expect(await core.json('GET /guides', { token })).toEqual([]);
  });

  it('uses the requested address in its answers, and answers its own machine only under configured names', async () => {
    await using core = testCore();
    const token = await addUser(core, 'admin@example.org', 'admin');
    await addGuide(core, token);
    const server = await listen(core.fetch, { host: '127.0.0.1', port: 0, loopbackOnly: true });
    const { port } = new URL(server.origin);
    const guide = (await (await fetch(`http://localhost:${port}/api/2.0/guides/1`)).json()) as {
      url: string;
    };
    expect(guide.url).toBe(`http://localhost:${port}/Guide/Mend+the+pump/1`);
    const { request } = await import('undici');
    const rebound = await request(`${server.origin}/api/2.0/guides/1`, { headers: { host: 'evil.example' } });
    expect(rebound.statusCode).toBe(403);
    await rebound.body.dump();
    await server.close();
  });
});
