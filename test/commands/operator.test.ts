import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { temporaryFolder } from '../helpers/core.ts';
import { addAccount, benchside, serve } from '../helpers/process.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const token = 'a-token-of-an-operator';
const args = ['hub', '--data', at('hub'), '--port', '0'];

beforeAll(async () => {
  await addAccount(at('hub'), 'Ann', 'technician');
  writeFileSync(at('token'), `${token}\n`);
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

const origin = ({ url }: { url: string }): string => new URL(url).origin;

describe("the operator's endpoints of a hub", () => {
  it('answer while the process lives, and name the part that does not work', async () => {
    await using hub = await serve(args);
    const alive = await fetch(`${origin(hub)}/healthz`);
    expect([alive.status, await alive.text()]).toEqual([200, 'ok\n']);
    const ready = await fetch(`${origin(hub)}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, database: 'ok', pictures: 'ok' },
    ]);
    expect((await fetch(`${origin(hub)}/readyz`, { method: 'HEAD' })).status).toBe(200);
    const refused = await fetch(`${origin(hub)}/healthz`, { method: 'POST' });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);

    // A file instead of the folder, as when a disk was not mounted.
    renameSync(at('hub/media'), at('media'));
    writeFileSync(at('hub/media'), '');
    const broken = await fetch(`${origin(hub)}/readyz`);
    expect([broken.status, await broken.json()]).toEqual([
      503,
      { ready: false, database: 'ok', pictures: 'failed' },
    ]);
    expect(broken.headers.get('Retry-After')).toBe('5');
    expect((await fetch(`${origin(hub)}/healthz`)).status).toBe(200);
    rmSync(at('hub/media'));
    renameSync(at('media'), at('hub/media'));
  });

  it('report that the hub is about to stop, while it still answers', async () => {
    await using hub = await serve([...args, '--drain', '600']);
    const stopped = hub.kill('SIGTERM');
    let draining = await fetch(`${origin(hub)}/readyz`);
    while (draining.status === 200) draining = await fetch(`${origin(hub)}/readyz`);
    expect([draining.status, await draining.json()]).toMatchObject([
      503,
      { ready: false, process: 'draining' },
    ]);
    expect((await fetch(`${hub.url}/guides`)).status).toBe(200);
    expect((await fetch(`${origin(hub)}/healthz`)).status).toBe(200);
    // A second signal ends it at once.
    process.kill(hub.pid, 'SIGTERM');
    expect((await stopped).code).toBe(1);
  });
});

describe('metrics', () => {
  it('need the token, count requests by endpoint, and contain no address that a caller invented', async () => {
    await using hub = await serve([...args, '--metrics-token-file', at('token')]);
    const metrics = (authorization?: string): Promise<Response> =>
      fetch(`${origin(hub)}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
    const refusals = await Promise.all([metrics(), metrics('Bearer wrong'), metrics(`api ${token}`)]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401]);

    await fetch(`${hub.url}/guides`);
    await fetch(`${hub.url}/guides`);
    await fetch(`${hub.url}/guides/4711`);
    await fetch(`${origin(hub)}/api/2.0/made-up-by-a-caller`);
    const told = await metrics(`Bearer ${token}`);
    expect(told.headers.get('Content-Type')).toContain('text/plain');
    const text = await told.text();
    // The second is a cached answer.
    expect(text).toContain('benchside_request_seconds_count{route="GET /guides",status="200"} 2');
    expect(text).toContain('benchside_request_seconds_count{route="GET /guides/{guideid}",status="404"} 1');
    expect(text).toContain('benchside_request_seconds_count{route="other",status="404"} 1');
    expect(text).not.toContain('made-up-by-a-caller');
    expect(text).toMatch(/^benchside_feed_sequence \d+$/m);
    expect(text).toMatch(/^benchside_desks\{seen="today"\} 0$/m);
    expect(text).toMatch(/^benchside_database_bytes [1-9]\d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  });

  it('do not exist without a token', async () => {
    await using hub = await serve(args);
    expect((await fetch(`${origin(hub)}/metrics`)).status).toBe(404);
  });
});

describe('the id of a request', () => {
  it('is in errors, behind a proxy in every answer, and in each line of the log; the proxy may choose it, a caller may not', async () => {
    await using hub = await serve([...args, '--trust-proxy'], { env: { BENCHSIDE_LOG: 'debug' } });
    const ask = async (id: string): Promise<string | null> =>
      (await fetch(`${hub.url}/guides/1?x=secret`, { headers: { 'X-Request-Id': id } })).headers.get(
        'X-Request-Id',
      );
    expect(await ask('proxy-0001')).toBe('proxy-0001');
    expect(await ask('not an id')).toMatch(/^[\da-f-]{36}$/);
    await using plain = await serve(['hub', '--data', at('plain'), '--port', '0']);
    const own = await fetch(`${plain.url}/guides/1`, { headers: { 'X-Request-Id': 'caller-0001' } });
    expect(own.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect((await fetch(`${plain.url}/guides`)).headers.get('X-Request-Id')).toBeNull();
    const { stderr } = await hub.kill('SIGTERM');
    const lines = stderr
      .split('\n')
      .filter((line) => line.includes('proxy-0001'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({
      request: 'proxy-0001',
      msg: 'answered',
      method: 'GET',
      path: '/api/2.0/guides/{guideid}',
      route: 'GET /guides/{guideid}',
      status: 404,
    });
    expect(stderr).not.toContain('secret');
  });
});

describe('options of a hub', () => {
  it('are read from the environment too, and secrets from files', async () => {
    writeFileSync(at('smtp'), 'smtp://user:pass@127.0.0.1:1\n');
    const env = {
      BENCHSIDE_HUB_DATA: at('hub'),
      BENCHSIDE_HUB_PORT: '0',
      BENCHSIDE_HUB_METRICS_TOKEN_FILE: at('token'),
      BENCHSIDE_HUB_SMTP_URL_FILE: at('smtp'),
    };
    await using hub = await serve(['hub'], { env });
    const told = await fetch(`${origin(hub)}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(told.status).toBe(200);
  });

  it('are refused in words if they are invalid', async () => {
    writeFileSync(at('empty'), '\n');
    writeFileSync(at('locked'), token);
    chmodSync(at('locked'), 0o600);
    const refusal = async (...more: string[]): Promise<unknown> => {
      const { code, stderr } = await benchside([...args, ...more]);
      return [code, stderr.trim()];
    };
    expect(await refusal('--metrics-token-file', at('missing'))).toEqual([
      64,
      expect.stringContaining('cannot be read'),
    ]);
    expect(await refusal('--metrics-token-file', at('empty'))).toEqual([
      64,
      expect.stringContaining('first line of the file, which is empty'),
    ]);
    expect(await refusal('--smtp-url-file', at('locked'))).toEqual([64, expect.stringContaining('smtps://')]);
    expect(await refusal('--drain', 'soon')).toEqual([64, expect.stringContaining('number of seconds')]);
    expect(
      await refusal(
        '--translate-key',
        'a',
        '--translate-key-file',
        at('locked'),
        '--translate-url',
        'http://127.0.0.1',
      ),
    ).toEqual([64, expect.stringContaining('cannot be used with')]);
  });
});
