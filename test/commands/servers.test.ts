import { once } from 'node:events';
import { createServer, get, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signatureHeader } from '../../shared/signature.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';
import { addAccount, benchside, json, password, serve, succeed, until } from '../helpers/process.ts';
import { silence, stranger } from '../helpers/site.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const guideCount = 210;

beforeAll(async () => {
  const long = 'Turn it by hand until it comes free. '.repeat(40);
  const steps = Array.from({ length: 10 }, (_, index) => ({ Order: index, Text_raw: `${index}: ${long}` }));
  writeLines(
    at('guides.jsonl'),
    Array.from({ length: guideCount }, (_, n) => myfixit(n + 1, { Steps: steps })),
  );
  await succeed(['import', at('guides.jsonl'), '--data', at('hub')]);
  await addAccount(at('hub'), 'Ann', 'technician');
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

const startHub = () => serve(['hub', '--data', at('hub'), '--port', '0']);

describe('a server', () => {
  it('prints one line of JSON when it is ready, and holds its folder until it ends in any way', async () => {
    await using hub = await startHub();
    expect(hub.ready).toEqual({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d+\/api\/2\.0$/),
      // The page that was built.
      ...(hub.ready['page'] === undefined ? {} : { page: hub.url.replace('api/2.0', '') }),
    });
    const { port } = new URL(hub.url);
    const second = await benchside(['hub', '--data', at('hub'), '--port', '0']);
    expect(second).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`(pid ${hub.pid})`),
    });
    const taken = await benchside(['hub', '--data', at('other'), '--port', port]);
    expect(taken).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/Port \d+ is already in use\. Choose another/),
    });
    const elsewhere = await benchside(['hub', '--data', at('other'), '--host', '192.0.2.1', '--port', '0']);
    expect(elsewhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('192.0.2.1 is not an address of this computer'),
    });
    const seen = JSON.parse((await benchside(['status', '--data', at('hub'), '--json'])).stdout) as {
      profile: string;
      stored: object;
    };
    expect(seen).toMatchObject({ profile: 'hub', phase: 'off', stored: { guides: guideCount } });
    expect(await hub.kill('SIGKILL')).toMatchObject({ code: null });

    await using again = await serve(['hub', '--data', at('hub'), '--port', port]);
    expect(new URL(again.url).port).toBe(port);
    expect(await again.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'answers the request in flight at %s, then ends with exit code 0',
    async (signal) => {
      await using hub = await startHub();
      const body = JSON.stringify({ email: 'ann@example.org', password });
      const post = request(`${hub.url}/user/token`, {
        method: 'POST',
        headers: { 'Content-Length': String(body.length) },
      });
      const answered = once(post, 'response') as Promise<[IncomingMessage]>;
      await new Promise((resolve) => post.write(body.slice(0, 20), resolve));
      // An answer on another connection proves that the hub has read everything before it.
      await json(`${hub.url}/guides?limit=1`);
      const ended = hub.kill(signal);
      await until(
        () =>
          fetch(`${hub.url}/guides?limit=1`).then(
            () => false,
            () => true,
          ),
        Boolean,
      );
      post.end(body.slice(20));
      const [response] = await answered;
      expect(response.statusCode).toBe(201);
      expect(JSON.parse(await text(response))).toMatchObject({ username: 'Ann' });
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.each(['reads on', 'has stopped reading'])(
    'ends while it sends its feed to somebody who %s',
    async (reader) => {
      await using hub = await startHub();
      const download = get(`${hub.url}/benchside/changes?after=0`);
      const [response] = (await once(download, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      const ended = hub.kill('SIGTERM');
      if (reader === 'reads on')
        expect(await text(response)).toMatch(/"end":true,"sequence":\d+,"stamp":"[^"]+"\}\n$/);
      // A cut connection is an error here, but not for the hub.
      else response.on('error', () => download.destroy());
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
      download.destroy();
    },
  );

  it('ends during a first sync whose site does not answer', async () => {
    const requests: string[] = [];
    const site = createServer((incoming, outgoing) => {
      requests.push(incoming.url ?? '');
      outgoing.setHeader(signatureHeader, 'slow');
      if (incoming.url?.endsWith('/info')) {
        outgoing.end(
          JSON.stringify({ product: 'Benchside', siteid: 'slow', name: 'Slow', feed: true, private: false }),
        );
      } else outgoing.write('{"start":true,"sequence":5,"counts":{"guide":5}}\n');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/2.0`;
    await using desk = await serve(['desk', '--data', at('waiting'), '--site', url]);
    await until(
      () => json<SyncStatus>(`${desk.url}/benchside/sync`),
      ({ progress }) => progress.guides.total === 5,
    );
    expect(await desk.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(requests).toHaveLength(2);
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });
});

describe('a desk', () => {
  it('syncs, shows its state while it runs, and reads on without the hub', async () => {
    await using hub = await startHub();
    const data = at('desk');
    await using desk = await serve(['desk', '--data', data, '--site', hub.url, '--port', '0']);
    await until(
      () => json<SyncStatus>(`${desk.url}/benchside/sync`),
      ({ firstSync, phase }) => !firstSync && phase === 'idle',
    );
    await hub.kill('SIGTERM');
    expect(await json<object[]>(`${desk.url}/guides?limit=200`)).toHaveLength(200);
    const busy = await benchside(['sync', '--data', data]);
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining(`(pid ${desk.pid})`) });
    const { stdout } = await benchside(['status', '--data', data]);
    expect(stdout).toMatch(
      /^Desk of Workshop \(http:.*\)\nStored: +210 guides, \d+ pages.*\nIn the trash: 0\nLast synced: +20\d\d-/,
    );
    expect(await desk.kill('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    await using _ = await silence(hub.url);
    const offline = await benchside(['sync', '--data', data]);
    expect(offline).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/cannot be reached.*Check the network/),
    });
    const told = await benchside(['sync', '--data', data, '--json']);
    expect(told.code).toBe(3);
    expect(JSON.parse(told.stdout)).toMatchObject({
      outcome: 'unreachable',
      guides: 0,
      problem: { kind: 'offline' },
    });
  });

  it('without the named renderer says so', async () => {
    const args = [
      'desk',
      '--data',
      at('pageless'),
      '--site',
      'http://127.0.0.1:1',
      '--renderer',
      at('no-such-folder'),
    ];
    const finished = await benchside(args);
    expect(finished).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/Cannot use .*no-such-folder: it is not there/),
    });
  });
});

describe('login and sync', () => {
  const login = (
    site: string,
    data: string,
    email = 'ann@example.org',
    stdin = password,
    more: string[] = [],
  ) =>
    benchside(['login', '--data', at(data), '--site', site, '--email', email, '--password-stdin', ...more], {
      stdin,
    });

  it('binds a folder to a site and its people, and to no other site', async () => {
    await using hub = await startHub();
    const first = await login(hub.url, 'bound', undefined, undefined, ['--json']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({ userid: expect.any(Number), username: 'Ann', site: hub.url });
    expect((await login(hub.url.replace('/api/2.0', '/'), 'bound')).stdout).toBe(
      `Signed in as Ann at ${hub.url}.\n`,
    );
    const round = await benchside(['sync', '--data', at('bound'), '--json']);
    expect(round.code).toBe(0);
    expect(JSON.parse(round.stdout)).toMatchObject({ outcome: 'clean', guides: guideCount, problem: null });
    expect((await benchside(['sync', '--data', at('bound')])).stdout).toMatch(
      /^Synced with http.*: 0 guides, 0 pages, 0 pictures/,
    );

    const wrong = await login(hub.url, 'bound', undefined, 'not her password');
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/E-mail address or password is not right\. Check both/),
    });
    await using other = await serve(['hub', '--data', at('other'), '--port', '0']);
    const refused = await login(other.url, 'bound');
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/belongs to the site at .*never mixed\. Use another folder/),
    });
    expect((await benchside(['status', '--data', at('bound')])).stdout).toContain(hub.url);
    await hub.kill('SIGTERM');

    await using moved = await startHub();
    expect((await login(moved.url, 'bound')).stdout).toBe(`Signed in as Ann at ${moved.url}.\n`);
    expect((await benchside(['sync', '--data', at('bound')])).code).toBe(0);
  });

  it('adds a second person to the same folder', async () => {
    await addAccount(at('hub'), 'Ben', 'author');
    await using hub = await startHub();
    expect((await login(hub.url, 'two')).stdout).toContain('Ann');
    expect((await login(hub.url, 'two', 'ben@example.org')).stdout).toContain('Ben');
    expect((await benchside(['sync', '--data', at('two')])).code).toBe(0);
  });

  it('distinguishes an unreachable site from one that is no API', async () => {
    const gone = await login('http://127.0.0.1:1/api/2.0', 'gone');
    expect(gone).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/cannot be reached/) });
    expect((await benchside(['sync', '--data', at('gone')])).stderr).toContain('belongs to no site yet');
    await using shop = await stranger(
      200,
      { 'Content-Type': 'text/html' },
      '<html><body>Welcome to the shop</body></html>',
    );
    const html = await login(shop.api, 'gone');
    expect(html).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/is not the address of an API 2\.0 site/),
    });
  });

  it('a sync with a site that became a web page needs a person', async () => {
    await using hub = await startHub();
    expect((await login(hub.url, 'paged')).code).toBe(0);
    await hub.kill('SIGTERM');
    const page = createServer((_, outgoing) => outgoing.end('<html>Moved</html>'));
    await new Promise<void>((resolve) => page.listen(Number(new URL(hub.url).port), '127.0.0.1', resolve));
    const finished = await benchside(['sync', '--data', at('paged')]);
    expect(finished).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/web page.*Check the address/),
    });
    page.closeAllConnections();
    await new Promise((resolve) => page.close(resolve));
  });
});

it("a hub's folder does not open as a desk's, and a desk's not as a hub's", async () => {
  await using hub = await startHub();
  await using desk = await serve(['desk', '--data', at('swap'), '--site', hub.url]);
  await desk.kill('SIGTERM');
  await hub.kill('SIGTERM');
  const asHub = await benchside(['hub', '--data', at('swap'), '--port', '0']);
  expect(asHub).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/belongs to a desk .*Choose another folder/),
  });
  for (const rest of [['desk', '--site', hub.url], ['desk'], ['sync']]) {
    const asDesk = await benchside([...rest, '--data', at('hub')]);
    expect(asDesk).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/belongs to a hub .*Choose another folder/),
    });
  }
});
