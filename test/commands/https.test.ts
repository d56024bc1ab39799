import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { readTls } from '../../app/http/tls.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { addAccount, benchside, json, password, serve, until } from '../helpers/process.ts';

// Self-signed for localhost and 127.0.0.1, for a hundred years; `expired` ended in 2021.
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/tls', name);
const pem = (name: string): string => readFileSync(fixture(name), 'utf8');
const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const args = ['hub', '--data', at('hub'), '--port', '0'];

beforeAll(() => addAccount(at('hub'), 'Ann', 'technician'), 60_000);
afterAll(() => folder[Symbol.dispose]());

/** Returns the body of an answer from a server with the given certificate. */
function ask(url: string, ca: string, options: RequestOptions = {}, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { ca, agent: false, ...options },
      (answer) => void text(answer).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the server's certificate. */
async function subjectAt(url: string): Promise<string> {
  const socket: TLSSocket = await new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    const opened = connect({ host, port: Number(port), rejectUnauthorized: false }, () => resolve(opened));
    opened.on('error', reject);
  });
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

describe('a hub with a certificate', () => {
  it('speaks HTTPS, uses that address for itself, and reloads a renewed certificate at SIGHUP but no broken one', async () => {
    const [cert, key] = [at('cert.pem'), at('key.pem')];
    copyFileSync(fixture('site.cert.pem'), cert);
    copyFileSync(fixture('site.key.pem'), key);
    await using hub = await serve([...args, '--tls-cert', cert, '--tls-key', key]);
    expect(hub.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/2\.0$/);
    const info = JSON.parse(await ask(`${hub.url}/benchside/info`, pem('site.cert.pem'))) as { site: string };
    expect(info.site).toBe(hub.url);
    await expect(fetch(`${hub.url.replace('https', 'http')}/benchside/info`)).rejects.toThrow('fetch failed');
    expect(await subjectAt(hub.url)).toBe('site.bench.test');

    writeFileSync(cert, 'half a file');
    process.kill(hub.pid, 'SIGHUP');
    expect(await ask(`${hub.url}/guides`, pem('site.cert.pem'))).toBe('[]');
    copyFileSync(fixture('renewed.cert.pem'), cert);
    copyFileSync(fixture('renewed.key.pem'), key);
    process.kill(hub.pid, 'SIGHUP');
    await until(
      () => subjectAt(hub.url),
      (subject) => subject === 'renewed.bench.test',
    );
    expect(await ask(`${hub.url}/guides`, pem('renewed.cert.pem'))).toBe('[]');
    const { code, stderr } = await hub.kill('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).toContain('the new certificate cannot be used; the old one stays');
  });

  it('refuses TLS older than 1.2', async () => {
    const tls = readTls(fixture('site.cert.pem'), fixture('site.key.pem'));
    const server = await listen(async () => new Response('here'), { host: '127.0.0.1', port: 0, tls });
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
    await expect(ask(server.origin, tls.cert, old)).rejects.toThrow(/version|alert/);
    expect(await ask(server.origin, tls.cert, { maxVersion: 'TLSv1.2' })).toBe('here');
    await server.close();
  });

  const locked = createPrivateKey(pem('site.key.pem')).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'secret',
  });
  writeFileSync(at('locked.pem'), locked);
  const site = [fixture('site.cert.pem'), fixture('site.key.pem')] as const;
  const refused: [string, string, string, RegExp][] = [
    ['a certificate that is not there', at('none.pem'), site[1], /none\.pem cannot be read: ENOENT/],
    ['a key that is not there', site[0], at('none.pem'), /none\.pem cannot be read: ENOENT/],
    ['a key in place of a certificate', site[1], site[1], /site\.key\.pem holds no certificate in PEM form/],
    [
      'a certificate in place of a key',
      site[0],
      site[0],
      /site\.cert\.pem contains no private key in PEM form/,
    ],
    [
      'a locked key',
      site[0],
      at('locked.pem'),
      /locked\.pem is protected by a passphrase. Use a key without one/,
    ],
    [
      'the key of another',
      site[0],
      fixture('renewed.key.pem'),
      /does not belong to the certificate in .*site\.cert/,
    ],
    ['one that expired', fixture('expired.cert.pem'), site[1], /expired\.cert\.pem expired on 2021-01-01/],
  ];

  it.each(refused)('does not start with %s', (_, cert, key, words) => {
    expect(() => readTls(cert, key)).toThrow(words);
  });

  it('reports a faulty certificate in words, at its start', async () => {
    const half = await benchside([...args, '--tls-cert', site[0]]);
    expect(half).toMatchObject({
      code: 64,
      stdout: '',
      stderr: 'benchside: Give both --tls-cert and --tls-key, or neither.\n',
    });
    const expired = await benchside([
      ...args,
      '--tls-cert',
      fixture('expired.cert.pem'),
      '--tls-key',
      site[1],
    ]);
    expect(expired).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^benchside: The certificate in .* expired on 2021-01-01\.\n$/),
    });
  });
});

/** Sends a request that names its caller twice. */
async function twice(origin: string): Promise<string> {
  const sent = plainRequest(origin, { headers: { 'X-Benchside-Peer': ['10.0.0.1', '10.0.0.2'] } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return text(answer);
}

describe('behind a proxy', () => {
  it('a hub trusts the last address of X-Forwarded-For only if configured to', async () => {
    // One header is read from Node's parsed headers, the other from the raw ones.
    const peer = async ({ headers }: Request): Promise<Response> =>
      new Response(`${headers.get('X-Benchside-Peer')} ${new Headers(headers).get('X-Benchside-Peer')}`);
    const headers = { 'X-Forwarded-For': 'spoofed, 10.0.0.9', 'X-Benchside-Peer': '10.0.0.1' };
    for (const [trustProxy, expected] of [
      [true, '10.0.0.9'],
      [false, '127.0.0.1'],
    ] as const) {
      const server = await listen(peer, { host: '127.0.0.1', port: 0, trustProxy });
      const from = async (given: Record<string, string>): Promise<string> =>
        (await fetch(server.origin, { headers: given })).text();
      expect(await from(headers)).toBe(`${expected} ${expected}`);
      expect(await from({})).toBe('127.0.0.1 127.0.0.1');
      expect(await from({ 'X-Forwarded-For': '10.0.0.9, nonsense' })).toBe('127.0.0.1 127.0.0.1');
      expect(await twice(server.origin)).toBe('127.0.0.1 127.0.0.1');
      await server.close();
    }
  });

  it("a hub at a proxy's path uses its public address, also in mails", async () => {
    const publicUrl = 'https://example.org/guides/';
    await using hub = await serve([...args, '--public-url', publicUrl, '--trust-proxy']);
    expect(await json(`${hub.url}/benchside/info`)).toMatchObject({
      site: 'https://example.org/guides/api/2.0',
    });
    const user = await json<{ url: string }>(`${hub.url}/user/token`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ann@example.org', password }),
    });
    expect(user.url).toMatch(/^https:\/\/example\.org\/guides\/User\//);
    expect(await hub.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    for (const wrong of [
      'https://example.org/?a=b',
      'https://me@example.org',
      'example.org',
      'ftp://example.org',
    ]) {
      expect(await benchside([...args, '--public-url', wrong])).toMatchObject({
        code: 64,
        stderr: expect.stringContaining('must be a web address'),
      });
    }
  });
});

describe('[security hub without TLS] a hub without encryption', () => {
  const hubWith = async (...more: string[]): Promise<{ warned: boolean; exposed: unknown }> => {
    await using hub = await serve([...args, ...more]);
    const { port } = new URL(hub.url);
    const api = `http://127.0.0.1:${port}/api/2.0`;
    const { authToken } = await json<{ authToken: string }>(`${api}/user/token`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@example.org', password }),
    });
    const headers = { Authorization: `api ${authToken}` };
    const { exposed } = await json<{ exposed: unknown }>(`${api}/benchside/overview`, { headers });
    const { stderr } = await hub.kill('SIGTERM');
    return { warned: /WARNING: this hub listens on .* without encryption/.test(stderr), exposed };
  };
  beforeAll(() => addAccount(at('hub'), 'Ada', 'admin'), 60_000);

  it('that other machines reach warns on the console and to admins', async () => {
    for (const host of ['0.0.0.0', '::'])
      expect([host, await hubWith('--host', host)]).toEqual([host, { warned: true, exposed: true }]);
    const proxied = ['--host', '0.0.0.0', '--public-url', 'https://guides.example.org'];
    expect(await hubWith(...proxied)).toEqual({ warned: true, exposed: true });
    const http = ['--host', '0.0.0.0', '--trust-proxy', '--public-url', 'http://guides.example.org'];
    expect(await hubWith(...http)).toEqual({ warned: true, exposed: true });
  });

  it('is silent on its own machine, behind a proxy with HTTPS, and with --insecure', async () => {
    const silent = { warned: false, exposed: false };
    expect(await hubWith()).toEqual(silent);
    expect(await hubWith('--host', 'localhost')).toEqual(silent);
    expect(await hubWith('--host', '0.0.0.0', '--insecure')).toEqual(silent);
    const proxied = ['--host', '0.0.0.0', '--trust-proxy', '--public-url', 'https://guides.example.org'];
    expect(await hubWith(...proxied)).toEqual(silent);
  });

  it('with a certificate listens to all without a warning', async () => {
    const tls = ['--tls-cert', fixture('site.cert.pem'), '--tls-key', fixture('site.key.pem')];
    await using hub = await serve([...args, '--host', '0.0.0.0', ...tls]);
    expect((await hub.kill('SIGTERM')).stderr).toBe('');
  });
});
