import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { temporaryFolder } from '../helpers/core.ts';
import { addAccount, benchside, json, password, serve, succeed } from '../helpers/process.ts';
import type { Server } from '../helpers/process.ts';
import { bucket, keyId, secret, startS3 } from '../helpers/s3.ts';
import type { S3Server } from '../helpers/s3.ts';
import { photo } from '../media/pictures.ts';

const folder = temporaryFolder();
const data = join(folder.path, 'hub');
const place = `s3://${bucket}/workshop`;
let s3: S3Server;
let env: Record<string, string>;

beforeAll(async () => {
  s3 = await startS3();
  env = { BENCHSIDE_S3_ENDPOINT: s3.endpoint, AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret };
  await addAccount(data, 'Ann', 'author');
}, 120_000);
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const startHub = (...more: string[]): Promise<Server> =>
  serve(['hub', '--data', data, '--port', '0', ...more], { env });
const address = (hub: Server, guid: string): string => `${new URL(hub.url).origin}/igi/${guid}.original`;

async function upload(hub: Server): Promise<string> {
  const login = { method: 'POST', body: JSON.stringify({ email: 'ann@example.org', password }) };
  const { authToken } = await json<{ authToken: string }>(`${hub.url}/user/token`, login);
  const { image } = await json<{ image: { guid: string } }>(`${hub.url}/user/media/images?file=a.jpg`, {
    method: 'POST',
    headers: { Authorization: `api ${authToken}` },
    body: new Uint8Array(await (await photo(900, 600)).jpeg().toBuffer()),
  });
  return image.guid;
}

describe('a hub whose pictures are in an object storage', () => {
  it('sends readers to the storage by addresses that end, if asked to, and answers for an absent file itself', async () => {
    const own = join(folder.path, 'redirecting');
    await addAccount(own, 'Ann', 'author');
    const refused = await benchside(['hub', '--data', own, '--port', '0', '--redirect-media'], { env });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('to which readers cannot be sent'),
    ]);
    await using hub = await serve(
      ['hub', '--data', own, '--port', '0', '--media', `s3://${bucket}/redirecting`, '--redirect-media'],
      { env },
    );
    const guid = await upload(hub);
    const sent = await fetch(address(hub, guid), { redirect: 'manual' });
    const location = sent.headers.get('Location') ?? '';
    expect([sent.status, sent.headers.get('Cache-Control'), new URL(location).origin]).toEqual([
      307,
      'no-store',
      s3.endpoint,
    ]);
    const shown = await fetch(address(hub, guid));
    expect([shown.status, shown.headers.get('Content-Type'), shown.headers.get('Cache-Control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
    const part = await fetch(address(hub, guid), { headers: { Range: 'bytes=0-9' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const changed = new URL(location);
    changed.searchParams.set('response-content-type', 'text/html');
    expect((await fetch(changed)).status).toBe(403);
    expect((await fetch(location.replace('X-Amz-Expires=300', 'X-Amz-Expires=604800'))).status).toBe(403);
    expect((await fetch(address(hub, guid), { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    const known = { headers: { 'If-None-Match': '*' }, redirect: 'manual' } as const;
    expect((await fetch(address(hub, guid), known)).status).toBe(304);
    for (const key of s3.objects.keys()) if (key.startsWith('redirecting/')) s3.objects.delete(key);
    expect((await fetch(address(hub, guid), { redirect: 'manual' })).status).toBe(404);
  });

  it('stores, serves and finds them again, keeps running while the storage is unreachable, and moves them to its folder and back', async () => {
    let guid: string;
    {
      await using hub = await startHub('--media', place);
      guid = await upload(hub);
      expect(s3.objects.size).toBeGreaterThan(3);
      expect([...s3.objects.keys()].every((key) => key.startsWith('workshop/'))).toBe(true);
      const shown = await fetch(address(hub, guid));
      expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);

      s3.fault = (request) => void request.socket.destroy();
      const ready = await fetch(`${new URL(hub.url).origin}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { pictures: 'failed', database: 'ok' }]);
      const away = await fetch(address(hub, guid));
      expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '30']);
      expect((await fetch(`${hub.url}/guides`)).status).toBe(200);
      s3.fault = undefined;
      expect((await fetch(address(hub, guid))).status).toBe(200);
      await hub.kill('SIGTERM');
    }
    const backup = await succeed(['backup', join(folder.path, 'backup'), '--data', data]);
    expect(backup).toContain(`Its pictures are in ${place} and not in this file`);
    const refused = await benchside(['hub', '--data', data, '--port', '0', '--media', 'folder'], { env });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`are in ${place}. Move them with`),
    ]);
    {
      await using hub = await startHub();
      expect((await fetch(address(hub, guid))).status).toBe(200);
      await hub.kill('SIGTERM');
    }
    const objects = s3.objects.size;
    const move = async (to: string): Promise<unknown> =>
      JSON.parse(await succeed(['move-media', '--data', data, '--to', to, '--json'], { env }));
    expect(await move('folder')).toMatchObject({ copied: objects, known: 0, missing: 0 });
    expect(readdirSync(join(data, 'media')).length).toBeGreaterThan(3);
    s3.fault = (request) => void request.socket.destroy();
    {
      await using hub = await startHub('--media', 'folder');
      expect((await fetch(address(hub, guid))).status).toBe(200);
      await hub.kill('SIGTERM');
    }
    const failed = await benchside(['move-media', '--data', data, '--to', place], { env });
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('storage of pictures cannot be reached'),
    ]);
    s3.fault = undefined;
    // The objects are still there, so moving again copies nothing.
    expect(await move(place)).toEqual({ copied: 0, known: objects, missing: 0, bytes: 0 });
  });

  it('is refused in words without a key, and for an invalid address', async () => {
    const start = async (to: string, keys: Record<string, string>): Promise<unknown> => {
      const { code, stderr } = await benchside(
        ['hub', '--data', join(folder.path, 'another'), '--port', '0', '--media', to],
        { env: keys },
      );
      return [code, stderr];
    };
    expect(await start(place, {})).toEqual([1, expect.stringContaining('needs AWS_ACCESS_KEY_ID')]);
    expect(await start('s3://', env)).toEqual([1, expect.stringContaining('like s3://bucket/prefix')]);
    expect(await start(place, { ...env, BENCHSIDE_S3_ENDPOINT: 'ftp://x' })).toEqual([
      1,
      expect.stringContaining('objectStore'),
    ]);
  });
});
