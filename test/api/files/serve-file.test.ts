import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rangeOf } from '../../../app/api/files/ranges.ts';
import type { Document } from '../../../shared/model/document.ts';
import type { Video } from '../../../shared/model/video.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import { pdf } from '../../media/archives.ts';
import { mp4 } from '../../media/videos.ts';

let core: TestCore;
let video: Video;
let document: Document;
const bytes = mp4({ data: Buffer.alloc(3_000, 'v') });

beforeAll(async () => {
  core = testCore();
  const { token } = await addPerson(core, 'ann');
  video = await core.json('POST /user/media/videos?file=valve%20turn.mp4', {
    token,
    body: new Uint8Array(bytes),
  });
  document = await core.json("POST /user/media/documents?file=Gr%C3%BC%C3%9Fe%20'n'%20more.pdf", {
    token,
    body: new Uint8Array(pdf()),
  });
});

afterAll(() => core[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  core.fetch(new Request(new URL(url, 'http://bench.test'), { method, headers }));
const videoUrl = (): string => video.encodings[0]?.url ?? '';

describe('documents', () => {
  it('are served at both addresses, always as downloads', async () => {
    expect(document.url).toBe(`/Document/${document.guid}/${encodeURIComponent("Grüße 'n' more.pdf")}`);
    for (const url of [document.url, document.download_url]) {
      const response = await get(url);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(pdf().length),
        'content-disposition': `attachment; filename="Gr__e _n_ more.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%27n%27%20more.pdf`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(pdf())).toBe(true);
    }
  });

  it('cannot be found by guessing, and are read-only', async () => {
    for (const path of [
      '/Document/nosuchguid/a.pdf',
      `/Document/${document.guid}`,
      '/Document/',
      '/Video/x/y/z',
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ error: true });
    }
    expect((await get(document.url, {}, 'PUT')).status).toBe(405);
    expect((await get(document.url, {}, 'OPTIONS')).headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('videos', () => {
  it('are served in parts', async () => {
    const whole = await get(videoUrl());
    expect([whole.status, whole.headers.get('Accept-Ranges'), whole.headers.get('Content-Type')]).toEqual([
      200,
      'bytes',
      'video/mp4',
    ]);
    expect(whole.headers.get('Content-Disposition')).toMatch(/^inline; filename="valve turn.mp4"/);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const etag = whole.headers.get('ETag') ?? '';
    const { length } = bytes;
    const parts: [Record<string, string>, number, number][] = [
      [{ Range: 'bytes=0-99' }, 0, 100],
      [{ Range: 'bytes=100-' }, 100, length],
      [{ Range: 'bytes=-50' }, length - 50, length],
      [{ Range: `bytes=10-${length * 2}`, 'If-Range': etag }, 10, length],
    ];
    for (const [headers, start, end] of parts) {
      const part = await get(videoUrl(), headers);
      expect([part.status, part.headers.get('Content-Range'), part.headers.get('Content-Length')]).toEqual([
        206,
        `bytes ${start}-${end - 1}/${length}`,
        String(end - start),
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
    }
    const beyond = await get(videoUrl(), { Range: `bytes=${length}-` });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${length}`]);
    expect((await get(videoUrl(), { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
    const head = await get(videoUrl(), { Range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, await head.text()]).toEqual([206, '']);
    const known = await get(videoUrl(), { 'If-None-Match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  it('have a drawn poster if none was uploaded', async () => {
    const { image } = video.image ?? { image: null };
    expect(image?.id).toBeLessThan(0);
    for (const url of [image?.original ?? '', image?.medium ?? '']) {
      const response = await get(url);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    }
  });

  it('without their file are not found, and the sweep keeps existing files', async () => {
    await using other = testCore();
    const { token } = await addPerson(other, 'ben');
    const made = await other.json<Video>('POST /user/media/videos?file=a.mp4', {
      token,
      body: new Uint8Array(bytes),
    });
    const isReferenced = (sha256: string): boolean =>
      other.ctx.store.read(null, (s) => s.media.copies.isReferenced(sha256));
    expect((await other.ctx.media.sweep(isReferenced, -1)).orphans).toBe(0);
    rmSync(join(other.dataDir, 'media'), { recursive: true });
    const url = new Request(made.encodings[0]?.url ?? '');
    expect((await other.fetch(url)).status).toBe(404);
    expect((await other.fetch(url)).status).toBe(404);
  });
});

describe('at a desk', () => {
  it('requests a file that is not here yet from the site, and serves it once it is here', async () => {
    await using desk = testCore({ profile: 'desk', site: 'http://site.test/api/2.0' });
    const entry = {
      ...document,
      documentid: 7,
      guid: 'farguid',
      filename: 'far.pdf',
      url: '/Document/farguid/far.pdf',
      download_url: 'https://cdn.example.org/farguid.pdf',
    };
    const near = JSON.parse(JSON.stringify(video).replaceAll('http://bench.test/igi/', '\u0081')) as Record<
      string,
      unknown
    >;
    desk.ctx.store.transact(null, (s) => {
      s.documents.putRemote(entry, 2);
      s.videos.putRemote({ ...near, videoid: 8 });
    });
    const ask = (url: string): Promise<Response> =>
      desk.fetch(new Request(new URL(url, 'http://bench.test')));
    expect((await ask(entry.url)).headers.get('Location')).toBe('https://cdn.example.org/farguid.pdf');
    const away = await ask(videoUrl());
    expect([away.status, away.headers.get('Location')]).toEqual([
      307,
      videoUrl().replace('bench.test', 'site.test'),
    ]);
    const wanted = desk.ctx.store.read(null, (s) => s.media.files.nextWanted(10, 1));
    expect(wanted.map(({ guid }) => guid).sort()).toEqual(
      ['farguid', new URL(videoUrl()).pathname.split('/')[3]].sort(),
    );
    const written = await desk.ctx.media.write(pdf());
    desk.ctx.store.transact(null, (s) => {
      s.media.files.markFailed('farguid', 'The site does not have it.');
      s.media.files.putCopy('farguid', written, 'application/pdf');
    });
    expect((await ask(entry.url)).status).toBe(200);
    expect(desk.ctx.store.read(null, (s) => s.media.files.nextWanted(10, 1))).toHaveLength(1);
  });
});

describe('rangeOf', () => {
  it('understands a single range, and treats everything else as no range', () => {
    const of = (range: string, bytes = 10) =>
      rangeOf(new Request('http://x', { headers: { Range: range } }), { bytes, validator: '"e"' });
    expect(of('bytes=9-9')).toEqual({ first: 9, last: 9 });
    expect(of('bytes=-99')).toEqual({ first: 0, last: 9 });
    for (const range of ['bytes=-', 'bytes=0-1,3-4', 'bytes=5-4', 'items=0-1', 'bytes=a-b']) {
      expect([range, of(range)]).toEqual([range, undefined]);
    }
    for (const range of ['bytes=10-', 'bytes=-0'])
      expect([range, of(range)]).toEqual([range, 'unsatisfiable']);
    expect(of('bytes=-5', 0)).toBe('unsatisfiable');
  });
});
