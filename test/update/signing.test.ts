import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { readPublicKey } from '../../app/ed25519.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { serveFolder } from '../../app/update/serve-folder.ts';
import { isManifest, isSigned } from '../../app/update/signature.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { benchside, serve } from '../helpers/process.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { publish } from './updates-folder.ts';

it('a folder is signed if its manifests match its files, and not with an invalid key', async () => {
  using folder = temporaryFolder();
  using keys = temporaryFolder();
  const { path } = folder;
  const key = join(keys.path, 'private.pem');
  const sign = (...more: string[]) => benchside(['sign-updates', path, '--key', key, ...more]);
  expect(await sign()).toMatchObject({ code: 64, stderr: expect.stringContaining('There is no key') });
  expect(await sign('--new-key')).toMatchObject({ code: 64, stderr: expect.stringContaining('no manifest') });
  // Windows has no such modes.
  if (process.platform !== 'win32') expect(statSync(key).mode & 0o077).toBe(0);

  const name = publish(path, '0.2.0', 'the new program');
  expect(await sign('--new-key')).toMatchObject({ code: 64, stderr: expect.stringContaining('already') });
  expect(await sign()).toMatchObject({ code: 0, stdout: expect.stringContaining('latest-linux.yml') });
  const text = readFileSync(join(path, 'latest-linux.yml'));
  const signature = readFileSync(join(path, 'latest-linux.yml.sig'), 'utf8');
  const known = readPublicKey(readFileSync(join(path, 'updates-key.pem')));
  expect(isSigned('latest-linux.yml', text, signature, known)).toBe(true);
  expect(isSigned('latest.yml', text, signature, known)).toBe(false);
  expect(isSigned('latest-linux.yml', Buffer.concat([text, text]), signature, known)).toBe(false);
  expect(isSigned('latest-linux.yml', text, '', known)).toBe(false);
  expect(isSigned('latest-linux.yml', text, 'A'.repeat(88), known)).toBe(false);
  const { publicKey } = generateKeyPairSync('ed25519');
  expect(isSigned('latest-linux.yml', text, signature, publicKey)).toBe(false);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  expect(() => readPublicKey(rsa.publicKey.export({ type: 'spki', format: 'pem' }))).toThrow('Ed25519');

  appendFileSync(join(path, name), '!');
  expect(await sign()).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('does not match its checksum'),
  });
  writeFileSync(join(path, 'latest-linux.yml'), 'files:\n  - url: ../private.pem\n    sha512: x\n');
  expect(await sign()).toMatchObject({ code: 64, stderr: expect.stringContaining('is not in') });
  expect(['latest.yml', 'latest-linux-arm64.yml', 'latest-mac.yml'].every(isManifest)).toBe(true);
  expect(['../latest.yml', 'latest.yml.sig', 'builder-debug.json'].some(isManifest)).toBe(false);
});

it('[security update keys] a key is not created in the published folder, and a hub serves none', async () => {
  using folder = temporaryFolder();
  const updates = join(folder.path, 'updates');
  mkdirSync(updates);
  publish(updates, '0.2.0', 'the new program');
  const inside = join(updates, 'private.pem');
  const sign = (key: string) => benchside(['sign-updates', updates, '--key', key, '--new-key']);
  expect(await sign(inside)).toMatchObject({ code: 64, stderr: expect.stringContaining('another folder') });
  expect(existsSync(inside)).toBe(false);

  const outside = join(folder.path, 'private.pem');
  expect(await sign(outside)).toMatchObject({ code: 0 });
  copyFileSync(outside, inside);
  copyFileSync(outside, join(updates, 'signing.key'));
  const serving = serveFolder(updates, '/updates/');
  const statusOf = async (name: string): Promise<number> =>
    (await serving(new Request(`http://hub.test/updates/${name}`))).status;
  expect(await statusOf('private.pem')).toBe(404);
  expect(await statusOf('signing.key')).toBe(404);
  expect(await statusOf('updates-key.pem')).toBe(200);
  expect(await statusOf('latest-linux.yml')).toBe(200);
});

it('a hub serves a folder of updates, whole and by ranges, and nothing beside it', async () => {
  using folder = temporaryFolder();
  const updates = join(folder.path, 'updates');
  mkdirSync(join(updates, 'below'), { recursive: true });
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  writeFileSync(join(updates, 'below', 'deep.txt'), 'deep');
  writeFileSync(join(updates, '.hidden'), 'hidden');
  writeFileSync(join(updates, 'empty.txt'), '');
  const name = publish(updates, '0.2.0', '0123456789');
  const data = join(folder.path, 'hub');
  expect((await benchside(['hub', '--data', data, '--updates', join(folder.path, 'none')])).code).toBe(64);

  await using hub = await serve(['hub', '--data', data, '--port', '0', '--updates', updates]);
  const get = (path: string, range?: string): Promise<Response> =>
    fetch(new URL(`/updates/${path}`, hub.url), range === undefined ? {} : { headers: { Range: range } });
  const whole = await get(name);
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  for (const [range, status, text] of [
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=5-99', 206, '56789'],
    ['bytes=0-0,3-4', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
  ] as const) {
    const part = await get(name, range);
    expect([range, part.status, await part.text()]).toEqual([range, status, text]);
  }
  expect((await get(name, 'bytes=2-4')).headers.get('content-range')).toBe('bytes 2-4/10');
  expect((await get(name, 'bytes=10-')).status).toBe(416);
  expect(await (await get('empty.txt')).text()).toBe('');
  const head = await fetch(new URL(`/updates/${name}`, hub.url), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  for (const path of [
    '..%2Fsecret.txt',
    '%2e%2e/secret.txt',
    'below/deep.txt',
    'below',
    '.hidden',
    '',
    '%ff',
    'none',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect((await fetch(new URL(`/updates/${name}`, hub.url), { method: 'DELETE' })).status).toBe(405);
});

/** All would take a minute of processor time. */
const killedIn = [1, 2, 3, ...migrations.map(({ number }) => number - 1).slice(-6)];

it('a file of updates that is removed or replaced while it is asked for is whole or absent', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'latest.yml');
  const serve = serveFolder(folder.path, '/updates/');
  const afterTurns = async (turns: number, change: () => void): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    change();
  };
  for (const change of [() => rmSync(path), () => renameSync(`${path}.new`, path)])
    for (let n = 0; n < 200; n += 1) {
      writeFileSync(path, 'version: 1.0.0');
      writeFileSync(`${path}.new`, 'version: 1');
      const [answer] = await Promise.all([
        serve(new Request('http://hub.test/updates/latest.yml')),
        afterTurns(n % 8, change),
      ]);
      const text = await answer.text();
      expect(answer.headers.get('Content-Length') ?? String(text.length)).toBe(String(text.length));
      expect(['version: 1.0.0', 'version: 1', 'There is no such file.']).toContain(text);
    }
});

it('a program that is ended in a migration leaves the data unchanged or one version newer, and the next start completes it', async () => {
  using folder = temporaryFolder();
  const old = join(folder.path, 'old');
  mkdirSync(old);
  const first = new Database(join(old, 'benchside.sqlite'));
  for (const { up, number } of migrations.slice(0, 1)) {
    if (typeof up === 'string') first.exec(up);
    first.pragma(`user_version = ${number}`);
  }
  first
    .prepare("INSERT INTO meta (key, value) VALUES ('profile', '\"hub\"'), ('site', '{\"name\":\"Old\"}')")
    .run();
  first.close();
  for (const nth of killedIn) {
    const data = join(folder.path, String(nth));
    mkdirSync(data);
    copyFileSync(join(old, 'benchside.sqlite'), join(data, 'benchside.sqlite'));
    const script = join(import.meta.dirname, 'open-store.ts');
    // The point after the commit of one migration is the point before that of the next.
    const { signal } = spawnSync(process.execPath, [script, data], {
      env: { ...process.env, BENCHSIDE_FAILPOINTS: `before-commit ${nth}` },
    });
    expect([nth, signal]).toEqual([nth, 'SIGKILL']);
    const database = new Database(join(data, 'benchside.sqlite'));
    expect(database.pragma('user_version', { simple: true })).toBe(nth);
    database.close();
    expect(existsSync(join(data, `benchside.sqlite.before-${migrations.length}`))).toBe(true);
    await using core = testCore({ dataDir: data });
    expect(core.ctx.store.read(null, (s) => s.meta.site.name)).toBe('Old');
    if (nth === migrations.length - 1)
      expect(await addGuide(core, await addUser(core, 'ann@example.org', 'admin'))).toBe(1);
  }
}, 600_000);
