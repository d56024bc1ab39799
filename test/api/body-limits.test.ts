import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';

import { describe, expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { listen } from '../../app/http/node.ts';
import { limits } from '../../shared/limits.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';
import { json, serve } from '../helpers/process.ts';
import { deskOf, site, windowKey } from '../helpers/site.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const { body: mostSignedIn, openBody: mostOpen } = limits.request;

const openRoutes = ['POST /user/token', 'POST /users', 'POST /users/reset_password'];

/** Returns a body without an end, which counts how much of it was read. */
function endless(most: number) {
  const sent = { bytes: 0 };
  const chunk = new Uint8Array(16 * KiB).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent.bytes >= most) return controller.close();
      sent.bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { sent, body };
}

async function refusedEndless(
  core: TestCore,
  route: string,
  headers: Record<string, string>,
): Promise<{ status: number; message: string; bytes: number }> {
  const [method = '', path = ''] = route.split(' ');
  const { sent, body } = endless(2 * mostSignedIn.max);
  const init = { method, headers, body, duplex: 'half' };
  const answer = await core.fetch(new Request(`http://bench.test/api/2.0${path}`, init as RequestInit));
  const { message } = (await answer.json()) as { message: string };
  return { status: answer.status, message, bytes: sent.bytes };
}

describe('[security 6] the body of a request', () => {
  it.each(openRoutes)('%s is read up to 64 KiB, and not on', async (route) => {
    await using at = await site();
    await using desk = deskOf(at.api);
    const type = { 'Content-Type': 'application/json' };
    for (const answer of [
      await refusedEndless(at.hub, route, {}),
      await refusedEndless(desk, route, { ...windowKey(desk), ...type }),
    ]) {
      expect(answer).toMatchObject({ status: 422, message: 'This is larger than 64 KB.' });
      expect(answer.bytes).toBeLessThanOrEqual(mostOpen.max + 64 * KiB);
    }
  });

  it('is read up to 16 MiB from signed-in people, and up to 64 KiB from others', async () => {
    await using hub = testCore();
    const { token } = await addPerson(hub, 'ann');
    const route = 'POST /benchside/preview';
    const known = await refusedEndless(hub, route, { Authorization: `api ${token}` });
    expect(known).toMatchObject({ status: 422, message: 'This is larger than 16 MB.' });
    expect(known.bytes).toBeLessThanOrEqual(mostSignedIn.max + 64 * KiB);
    const unknown = await refusedEndless(hub, route, {});
    expect(unknown).toMatchObject({ status: 401 });
    expect(unknown.bytes).toBeLessThanOrEqual(64 * KiB);
  });

  it('is refused by its announced length before any of it is read', async () => {
    await using hub = testCore();
    const headers = { 'Content-Length': String(mostOpen.max + 1) };
    const answer = await refusedEndless(hub, 'POST /user/token', headers);
    expect(answer).toMatchObject({ status: 422, message: 'This is larger than 64 KB.' });
    expect(answer.bytes).toBeLessThanOrEqual(32 * KiB);
  });

  it('is decoded correctly, wherever its chunks were cut', async () => {
    await using hub = testCore();
    const { token } = await addPerson(hub, 'ann');
    const bytes = new TextEncoder().encode(JSON.stringify({ text: 'Größe „ß“ 漢字 🔧', inline: true }));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { Authorization: `api ${token}` }, body, duplex: 'half' };
    const answer = await hub.fetch(
      new Request('http://bench.test/api/2.0/benchside/preview', init as RequestInit),
    );
    expect(await answer.json()).toEqual({ html: 'Größe „ß“ 漢字 🔧' });
  });
});

/** Returns JSON that is nested this often. */
const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('[security 10] JSON', () => {
  it.each(['hub', 'desk'] as const)(
    'that is nested too deep, or has too many values, is 422 whatever a %s is asked',
    async (profile) => {
      await using core = testCore({ profile, ...(profile === 'desk' ? { site: 'http://127.0.0.1:9' } : {}) });
      const { token } = await addPerson(core, 'ann', { role: 'admin' });
      const taking = endpoints.filter((one) => one.body && (one.profile ?? profile) === profile);
      expect(taking.length).toBeGreaterThan(40);
      for (const { route, auth, manyValues } of taking) {
        const { max } = manyValues ? limits.request.manyValues : limits.request.values;
        const path = route.replaceAll(/\{[^}]+\}/g, '1');
        const refused = async (body: string, words: string): Promise<void> => {
          const headers = { 'Content-Type': 'application/json' };
          const answer = await core.call(path, { body, token, headers });
          expect([route, answer.status, await answer.json()]).toMatchObject([route, 422, { message: words }]);
        };
        await refused(nested(limits.request.depth.max + 1), 'The body is nested deeper than 64 levels.');
        await refused(nested(30_000), 'The body is nested deeper than 64 levels.');
        if (auth !== 'open') await refused(`[${'0,'.repeat(max)}0]`, `The body has more than ${max} values.`);
      }
    },
  );

  it('may be nested up to the limit, and brackets inside texts do not count', async () => {
    await using core = testCore();
    const { token } = await addPerson(core, 'ann');
    const body = { deep: JSON.parse(nested(limits.request.depth.max - 1)), text: `"\\${'[{'.repeat(100)}` };
    await core.json('PUT /benchside/drafts/a', { token, json: body, expect: 204 });
    expect(await core.json('GET /benchside/drafts/a', { token })).toMatchObject({ body });
  });
});

/** Returns a memory figure of a process in KiB by its name, such as `VmRSS`. */
const memory = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Sends a body in chunks as long as the connection accepts them. @returns the answer's status, 0 for none */
async function flood(url: string, most: number): Promise<number> {
  const sending = request(url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
  let status = 0;
  sending.on('response', (answer) => {
    status = answer.statusCode ?? 0;
    answer.resume();
  });
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => {
    for (const event of ['error', 'close'])
      sending.on(event, () => {
        over.abort();
        resolve();
      });
  });
  const chunk = Buffer.alloc(MiB, ' ');
  for (let sent = 0; sent < most && !over.signal.aborted; sent += chunk.length)
    if (!sending.write(chunk))
      await Promise.race([new Promise((resolve) => sending.once('drain', resolve)), ended]);
  sending.end();
  await ended;
  return status;
}

describe.skipIf(process.platform !== 'linux')('[security 6] a hub', () => {
  it('takes less than 32 MiB of memory for 400 MiB in chunks from someone without a sign-in', async () => {
    using folder = temporaryFolder();
    await using hub = await serve(['hub', '--data', folder.path, '--port', '0']);
    // The first request loads code, which must not count as memory for the large one.
    await flood(`${hub.url}/user/token`, MiB);
    const before = memory(hub.pid, 'VmRSS');
    writeFileSync(`/proc/${hub.pid}/clear_refs`, '5');
    for (const path of ['/user/token', '/users', '/users/reset_password'])
      expect(await flood(hub.url + path, 400 * MiB)).toBe(422);
    expect((memory(hub.pid, 'VmHWM') - before) / KiB).toBeLessThan(32);
    await json(`${hub.url}/benchside/info`);
  });
});

describe('[security limits] an address', () => {
  it('has a limited number of characters, parameters and headers', async () => {
    await using hub = testCore();
    const { url, parameters, headerCount } = limits.request;
    const refused = async (path: string): Promise<unknown> =>
      hub.json(`GET /guides?${path}`, { expect: 422 });
    expect(await refused('x'.repeat(url.max))).toMatchObject({
      message: `The address has more than ${url.max} characters.`,
    });
    expect(await refused('a=1&'.repeat(parameters.max + 1))).toMatchObject({
      message: `The address has more than ${parameters.max} parameters.`,
    });
    await hub.json(`GET /guides?${'a=1&'.repeat(parameters.max)}`);
    const answer = await hub.fetch(new Request(`http://${'a.'.repeat(150)}b/api/2.0/guides`));
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { message: 'The host of the address has more than 260 characters.' },
    ]);

    const server = await listen(async () => new Response('taken'), { host: '127.0.0.1', port: 0 });
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(server.origin, { headers })).status;
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-no-${n}`, '1']));
    expect(await status(many(headerCount.max - 20))).toBe(200);
    expect(await status(many(headerCount.max + 1))).toBe(431);
    const large = { 'x-large': 'x'.repeat(limits.request.headers.max) };
    expect(await status(large)).toBe(431);
    await server.close();
  });
});
