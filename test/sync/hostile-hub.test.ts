import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { askSite } from '../../app/identity/site-client.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { addressKind } from '../../app/sync/fetch-scope.ts';
import { openRemote, RemoteError } from '../../app/sync/remote.ts';
import { isTransient } from '../../app/sync/problem.ts';
import { limits } from '../../shared/limits.ts';
import { signatureHeader } from '../../shared/signature.ts';
import { testCore } from '../helpers/core.ts';
import { network } from '../helpers/network.ts';
import { addGuide, engineOf, pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

const mebibyte = 1_048_576;

/** Some 3 MB that unpack to 3 GiB of the same byte. */
function bomb(byte: string): Buffer<ArrayBuffer> {
  const part = gzipSync(Buffer.alloc(64 * mebibyte, byte));
  return Buffer.concat(Array.from({ length: 48 }, () => part));
}

/** Starts a server that answers by `answer`, and records the requests. */
async function serving(
  answer: (path: string) => { status?: number; headers?: object; body?: string | Buffer },
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status = 200, headers = {}, body = '' } = answer(request.url ?? '');
    response.on('error', () => response.destroy());
    response.writeHead(status, { ...headers }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const gzip = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };

const failureOf = async (asked: Promise<unknown>): Promise<RemoteError> => {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError)) throw new Error(`expected a RemoteError: ${String(error)}`);
  return error;
};

describe('[security 11] answers of a compromised site', () => {
  it('are read up to a limit, counted after decompression, for any request', async () => {
    const body = bomb(' ');
    await using site = await serving((path) => ({
      status: path.includes('fails') ? 500 : 200,
      headers: gzip,
      body,
    }));
    const remote = openRemote(`${site.origin}/api/2.0`);
    const all = async (lines: AsyncIterable<unknown>): Promise<void> => {
      for await (const _ of lines);
    };
    const taken = async (ask: () => Promise<unknown>): Promise<[string, string, boolean, number]> => {
      const before = remote.traffic.bytes;
      const error = await failureOf(ask());
      // Less than a tenth was read: decompressed, that is some tens of megabytes.
      expect(remote.traffic.bytes - before).toBeLessThan(body.length / 10);
      return [error.kind, error.message, isTransient(error), site.asked.length];
    };
    const change = { method: 'PATCH', path: '/guides/1', token: 't', key: 'k', body: { json: {} } };
    const tooLarge = 'The answer of the hub is larger than 64 MiB.';
    expect(await taken(() => remote.get('/guides'))).toEqual(['bad-answer', tooLarge, false, 1]);
    expect(await taken(() => remote.document('/guides/1'))).toEqual(['bad-answer', tooLarge, false, 2]);
    expect(await taken(() => remote.get('/fails'))).toEqual(['bad-answer', tooLarge, false, 3]);
    expect(await taken(() => remote.send(change))).toEqual(['bad-answer', tooLarge, false, 4]);
    const line = 'A line of the feed is larger than 32 MiB.';
    expect(await taken(() => all(remote.lines('/benchside/changes')))).toEqual([
      'bad-answer',
      line,
      false,
      5,
    ]);
    await remote.close();
  });

  it("that are too large are no site's answers at a sign-in", async () => {
    await using site = await serving(() => ({ headers: gzip, body: bomb(' ') }));
    expect(await askSite(`${site.origin}/api/2.0`, 'POST /user/token')).toEqual({
      kind: 'not-a-site',
      reason: 'its answer is larger than 1 MiB',
    });
    await using desk = testCore({ profile: 'desk', site: `${site.origin}/api/2.0` });
    const json = { email: 'ann@example.org', password: 'long enough to keep' };
    expect(await desk.json('POST /user/token', { json, expect: 503 })).toMatchObject({
      message: expect.stringContaining('larger than 1 MiB'),
    });
  });

  it('end the round with a problem, which requests them once', async () => {
    await using hub = testCore();
    const { token } = await addPerson(hub, 'admin', { role: 'admin' });
    await addGuide(hub, token);
    const body = bomb('x');
    let asked = 0;
    const server = await listen(
      async (request) => {
        if (!request.url.includes('/benchside/changes')) return hub.fetch(request);
        asked += 1;
        const siteid = hub.ctx.store.read(null, (s) => s.meta.siteid) ?? '';
        return new Response(body, { headers: { ...gzip, [signatureHeader]: siteid } });
      },
      { host: '127.0.0.1', port: 0 },
    );
    const site = `${server.origin}/api/2.0`;
    await using desk = testCore({ profile: 'desk', site });
    expect(await engineOf(desk, site).round({ people: [] })).toMatchObject({
      problem: { kind: 'bad-answer', message: 'A line of the feed is larger than 32 MiB.' },
    });
    expect(asked).toBe(1);
    await server.close();
  });

  it.each([null, 0.5, '', ['en', null], [['en']], { en: true }])(
    'with settings of the site that cannot be read leave them as they were: %j',
    async (odd) => {
      await using hub = testCore();
      const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
      await using net = await network(server.origin);
      await using desk = testCore({ profile: 'desk', site: net.url });
      const engine = engineOf(desk, net.url);
      await engine.round({ people: [] });
      const settings = () => desk.ctx.store.read(null, (s) => s.meta.site);
      const before = settings();
      const document = Object.fromEntries(
        ['langid', 'langids', 'private', 'offlineDays', 'synonyms'].map((key) => [key, odd]),
      );
      const [start, end] =
        (await (await hub.call('GET /benchside/changes?after=0')).text()).match(/^.*$/gm) ?? [];
      const line = JSON.stringify({ sequence: 1e6, kind: 'site', id: 0, doc: document });
      net.intercept = (request) =>
        request.startsWith('GET /benchside/changes')
          ? { kind: 'status', status: 200, body: [start, line, end, ''].join('\n'), headers: {} }
          : undefined;
      expect(await engine.round({ people: [] })).toMatchObject({ problem: null });
      expect(settings()).toEqual(before);
      expect((await desk.call('GET /benchside/search?q=pump')).status).toBe(200);
      await server.close();
    },
  );

  it('that announce a file above the limit are not read', async () => {
    await using site = await serving(() => ({ body: Buffer.alloc(3 * mebibyte) }));
    const remote = openRemote(site.origin);
    const error = await failureOf(remote.bytes(new URL('/igi/a', site.origin), 'own', mebibyte));
    expect([error.kind, error.message]).toEqual(['refused', 'The file is larger than 1 MiB.']);
    await remote.close();
  });
});

describe('[security shapes] answers of a compromised site', () => {
  const { values, depth } = limits.answer;
  /** Some kilobytes on the way, of which each value would take 50 bytes of memory. */
  const empty = `[${'{},'.repeat(values.max / 2)}{}]`;
  const nested = `${'['.repeat(depth.max + 1)}${']'.repeat(depth.max + 1)}`;
  const tooMany = 'The answer of the hub has more than 4000000 values.';
  const tooDeep = 'The answer of the hub has more than 80 levels within each other.';

  it.each([
    ['values', empty, tooMany],
    ['levels within each other', nested, tooDeep],
  ])('are not parsed when they have too many %s', async (_what, text, message) => {
    const body = gzipSync(text);
    await using site = await serving((path) => ({
      status: path.includes('refused') ? 409 : 200,
      // HTML has no limit of values, so an answer is HTML only if it begins like that.
      headers: { ...gzip, ...(path.includes('html') ? { 'Content-Type': 'text/html' } : {}) },
      body,
    }));
    const remote = openRemote(`${site.origin}/api/2.0`);
    const change = (path: string) =>
      remote.send({ method: 'PATCH', path, token: 't', key: 'k', body: { json: {} } });
    for (const ask of [
      () => remote.get('/guides'),
      () => remote.get('/html'),
      () => remote.document('/guides/1'),
      () => change('/guides/1'),
      () => change('/refused'),
    ]) {
      const error = await failureOf(ask());
      expect([error.kind, error.message, isTransient(error)]).toEqual(['bad-answer', message, false]);
    }
    await remote.close();
  });

  it.each(['guide', 'site'])(
    'are not parsed when a line of the feed has too many values: %s',
    async (kind) => {
      await using both = await pair();
      const [start, end] =
        (await (await both.hub.call('GET /benchside/changes?after=0')).text()).match(/^.*$/gm) ?? [];
      const doc = `{"guideid":1,"steps":[],"other":${empty}}`;
      const line = `{"sequence":1000000,"kind":"${kind}","id":1,"doc":${doc}}`;
      both.net.intercept = (request) =>
        request.startsWith('GET /benchside/changes')
          ? { kind: 'status', status: 200, body: [start, line, end, ''].join('\n'), headers: {} }
          : undefined;
      expect(await both.round({ people: [] })).toMatchObject({
        problem: { kind: 'bad-answer', message: 'The feed of the site contains an invalid line.' },
      });
    },
  );

  it('are quoted as a sentence only if they are as short as a refusal', async () => {
    const message = 'x'.repeat(limits.answer.asked.max);
    await using site = await serving(() => ({ status: 403, body: JSON.stringify({ message }) }));
    const remote = openRemote(`${site.origin}/api/2.0`);
    expect((await failureOf(remote.get('/guides'))).message).toBe(
      'The hub answered /guides with: status 403',
    );
    await remote.close();
  });
});

describe('[security 19] addresses in documents', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['::ffff:192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['224.0.0.1', 'private'],
    ['255.255.255.255', 'private'],
    ['192.0.0.8', 'private'],
    ['192.0.2.1', 'private'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::a9fe:a9fe', 'link-local'],
    ['64:ff9b::93.184.215.14', 'public'],
    ['64:ff9b:1::93.184.215.14', 'private'],
    ['2002:7f00:1::1', 'loopback'],
    ['2002:c0a8:101::', 'private'],
    ['2002:5db8:d70e::1', 'public'],
    ['2001:0:5db8:d70e::1', 'private'],
    ['2001:db8::1', 'private'],
    ['fe80::1%eth0', 'link-local'],
    ['64:ff9b::10.0.0.1%eth0', 'private'],
    ['93.184.215.14', 'public'],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'public'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it('resolve at connection time, and only to the Internet', async () => {
    await using other = await serving(() => ({ body: 'words' }));
    const { port } = new URL(other.origin);
    const remote = openRemote('http://site.example.org/api/2.0');
    for (const address of [
      other.origin,
      `http://localhost:${port}`,
      `http://2130706433:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
    ])
      for (const reach of ['own', 'public', 'near'] as const)
        expect([address, (await failureOf(remote.bytes(new URL(address), reach, mebibyte))).kind]).toEqual([
          address,
          'refused',
        ]);
    expect(other.asked).toEqual([]);
    expect((await remote.bytes(new URL(other.origin), 'any', mebibyte)).bytes.toString()).toBe('words');
    await remote.close();
  });

  it('[M2.2] of a hub elsewhere in its network are not requested, nor are redirects there, and affect nothing else', async () => {
    await using router = await serving(() => ({ body: 'rebooting' }));
    const good = await (await photo(80, 80)).png().toBuffer();
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    both.net.intercept = (request) =>
      request.includes('/igi/turn') || request.includes('/Document/turn')
        ? { kind: 'status', status: 302, headers: { Location: `${router.origin}/router/reboot?now=1` } }
        : undefined;
    const { image } = await both.hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
      token: both.admin,
      body: new Uint8Array(good),
    });
    await addGuide(both.hub, both.admin, { title: 'Pictured', image: image.id });
    const site = new URL(both.net.url).origin;
    const addresses = [
      `${router.origin}/router/reboot?now=1`,
      'not an address',
      `${site}/igi/turn`,
      'ftp://a/b',
    ];
    both.desk.ctx.store.transact(null, (s) =>
      addresses.forEach((original, index) => {
        const guid = `evil${index}`;
        s.media.copies.putRemote({ id: 900 + index, guid, original }, 'step');
        s.media.setUses('guide', guideid, [guid]);
        const remote = original.replace('/igi/', '/Document/');
        s.media.files.putRemote({ guid: `doc${index}`, name: 'm.pdf', remote });
      }),
    );
    expect(await both.round()).toMatchObject({ problem: null, round: { outcome: 'clean' } });
    expect(router.asked).toEqual([]);
    const told = both.desk.ctx.store.read(null, (s) => [
      s.db
        .all(sql<StoredRow<'image_file', 'failure'>>`SELECT DISTINCT failure FROM image_file
           WHERE guid LIKE 'evil%' ORDER BY guid`)
        .map(({ failure }) => failure),
      s.db
        .all(sql<StoredRow<'media_file', 'failure'>>`SELECT failure FROM media_file ORDER BY guid`)
        .map(({ failure }) => failure),
      s.db.all(sql`SELECT 1 FROM image_file WHERE guid NOT LIKE 'evil%' AND sha256 IS NULL`),
    ]);
    const refused = expect.stringContaining('this computer may not contact: 127.0.0.1') as string;
    const none = 'The address that the hub gives is not valid.';
    const notWeb = expect.stringContaining('Not a web address') as string;
    expect(told).toEqual([
      expect.arrayContaining([refused, none, notWeb]),
      [refused, none, refused, notWeb],
      [],
    ]);
  });

  it('of a third-party site may be in its own network, and in no other part of the network', async () => {
    const good = await (await photo(80, 80)).png().toBuffer();
    await using beside = await serving(() => ({ headers: { 'Content-Type': 'image/png' }, body: good }));
    await using both = await pair({ plain: true });
    const guideid = await addGuide(both.hub, both.admin);
    await both.round();
    both.desk.ctx.store.transact(null, (s) =>
      [`${beside.origin}/igi/near`, 'http://10.255.255.1/igi/far'].forEach((original, index) => {
        s.media.copies.putRemote({ id: 900 + index, guid: `pic${index}`, original }, 'step');
        s.media.setUses('guide', guideid, [`pic${index}`]);
      }),
    );
    expect(await both.round()).toMatchObject({ problem: null });
    expect(beside.asked.length).toBeGreaterThan(0);
    const failures = both.desk.ctx.store.read(null, (s) =>
      s.db.all(sql<StoredRow<'image_file', 'failure'>>`SELECT failure FROM image_file
         WHERE guid = 'pic1' AND failure <> ''`),
    );
    expect(failures[0]?.failure).toContain('10.255.255.1');
  });

  it("with a hub's public name are requested at the hub's address", async () => {
    const good = await (await photo(80, 80)).png().toBuffer();
    await using hub = testCore({ publicUrl: 'https://guides.example.org/workshop' });
    const { token } = await addPerson(hub, 'admin', { role: 'admin' });
    const { image } = await hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
      token,
      body: new Uint8Array(good),
    });
    await addGuide(hub, token, { image: image.id });
    const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
    const site = `${server.origin}/api/2.0`;
    await using desk = testCore({ profile: 'desk', site });
    expect(await engineOf(desk, site).round({ people: [] })).toMatchObject({
      problem: null,
      round: { pictures: expect.toSatisfy((n: number) => n > 0) },
    });
    await server.close();
  });
});
