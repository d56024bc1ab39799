import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { normalise, verifyPicture } from '../../../app/media/imaging.ts';
import { storePicture } from '../../../app/media/store-picture.ts';
import type { ImageFile } from '../../../app/store/media/media.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { photo } from '../../media/pictures.ts';

let core: TestCore;
let files: ImageFile[];
const guid = 'servedpicture';

beforeAll(async () => {
  core = testCore();
  const original = await normalise(await (await photo(1700, 1000)).png().toBuffer(), 'a.png');
  files = await storePicture(core.ctx.media, original);
  core.ctx.store.transact(null, (s) => s.media.add({ ...original, guid, userid: null }, files));
});

afterAll(() => core[Symbol.asyncDispose]());

const widthOf = async (response: Response): Promise<number> =>
  (await verifyPicture(new Uint8Array(await response.arrayBuffer()))).width;

describe('GET /igi/…', () => {
  it('serves a size or the original, with a site in the path and with names of the original', async () => {
    expect(await widthOf(await core.call(`GET /igi/${guid}.medium`))).toBe(592);
    expect(await widthOf(await core.call(`GET /igi/bench/${guid}.large`))).toBe(800);
    for (const path of [guid, `${guid}.full`, `${guid}.original`, `bench/${guid}`]) {
      const response = await core.call(`GET /igi/${path}`);
      expect(response.headers.get('Content-Type')).toBe('image/png');
      expect(await widthOf(response)).toBe(1700);
    }
  });

  it('lets clients cache a picture for good, and confirms a cached one without its bytes', async () => {
    const response = await core.call(`GET /igi/${guid}.medium`);
    const etag = response.headers.get('ETag') ?? '';
    expect(etag).toBe(`"${files.find(({ size }) => size === 'medium')?.sha256}"`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/jpeg',
    });
    for (const tags of [etag, `"other", W/${etag}`, '*']) {
      const known = await core.call(`GET /igi/${guid}.medium`, { headers: { 'If-None-Match': tags } });
      expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', etag]);
    }
    expect(
      (await core.call(`GET /igi/${guid}.medium`, { headers: { 'If-None-Match': '"other"' } })).status,
    ).toBe(200);
    const head = await core.call(`HEAD /igi/${guid}.medium`);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Length')).toBe(response.headers.get('Content-Length'));
  });

  it('answers 404, 405 and preflights like the API', async () => {
    for (const path of [
      'nosuch',
      'nosuch.mini',
      `${guid}.enormous`,
      `${guid}.medium.jpg`,
      '',
      'a/b/c',
      '..%2f..%2fetc',
    ]) {
      const response = await core.call(`GET /igi/${path}`);
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { error: true, message: 'Picture not found' },
      ]);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
    const post = await core.call(`POST /igi/${guid}`, { json: {} });
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const preflight = await core.call(`OPTIONS /igi/${guid}`);
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
    ]);
  });

  it('serves a placeholder for people without a picture, in every size', async () => {
    for (const suffix of ['', '.mini', '.huge', '.full']) {
      const response = await core.call(`GET /igi/default_avatar_placeholder_guid${suffix}`);
      expect(response.headers.get('Content-Type')).toBe('image/png');
      expect(await widthOf(response)).toBe(200);
    }
  });
});

describe('a desk that holds only some sizes', () => {
  it('answers with the nearest size, larger before smaller, and lets clients ask again', async () => {
    await using desk = testCore({ profile: 'desk' });
    const [medium, huge, standard] = await Promise.all(
      [592, 1600, 300].map(async (side) =>
        desk.ctx.media.write(await (await photo(side, 200)).jpeg().toBuffer()),
      ),
    );
    desk.ctx.store.transact(null, (s) => {
      s.media.copies.putRemote({ id: 1, guid: 'pic1', original: 'https://cdn.example.org/igi/pic1' }, 'step');
      for (const [size, file] of [
        ['medium', medium],
        ['huge', huge],
        ['standard', standard],
      ] as const) {
        if (file) s.media.copies.putFile('pic1', size, { ...file, mime: 'image/jpeg' });
      }
    });
    const served = async (suffix: string): Promise<[number, string | null]> => {
      const response = await desk.call(`GET /igi/pic1${suffix}`);
      return [await widthOf(response), response.headers.get('Cache-Control')];
    };
    expect(await served('.mini')).toEqual([300, 'no-cache']);
    expect(await served('.440x330')).toEqual([592, 'no-cache']);
    expect(await served('.large')).toEqual([1600, 'no-cache']);
    expect(await served('')).toEqual([1600, 'no-cache']);
    expect(await served('.medium')).toEqual([592, 'public, max-age=31536000, immutable']);
  });

  it('notices a lost file, serves the next size, and counts the document as incomplete again', async () => {
    await using desk = testCore({ profile: 'desk', logLevel: 'silent' });
    const medium = await desk.ctx.media.write(await (await photo(592, 200)).jpeg().toBuffer());
    const huge = await desk.ctx.media.write(await (await photo(1600, 200)).jpeg().toBuffer());
    desk.ctx.store.transact(null, (s) => {
      s.media.copies.putRemote({ id: 1, guid: 'pic1', original: 'https://cdn.example.org/igi/pic1' }, 'step');
      s.media.copies.putFile('pic1', 'medium', { ...medium, mime: 'image/jpeg' });
      s.media.copies.putFile('pic1', 'huge', { ...huge, mime: 'image/jpeg' });
      s.media.setUses('guide', 1, ['pic1']);
    });
    const ready = (): boolean =>
      desk.ctx.store.read(null, (s) => s.media.copies.completeness('guide', 1)).missing.length === 0;
    expect(ready()).toBe(true);
    rmSync(join(desk.dataDir, 'media', medium.sha256.slice(0, 2)), { recursive: true });
    expect(await widthOf(await desk.call('GET /igi/pic1.medium'))).toBe(1600);
    expect(ready()).toBe(false);
    const wanted = desk.ctx.store.read(null, (s) => s.media.copies.nextWanted({ limit: 5, maxAttempts: 1 }));
    expect(wanted).toMatchObject([{ guid: 'pic1', size: 'medium' }]);
  });
});
