import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MediaFiles } from '../../../app/media/files.ts';
import { loadSharp } from '../../../app/media/sharp.ts';
import { imageSizeNames, imageSizes } from '../../../shared/model/image.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { bmp, corners, cornersOf, photo } from '../../media/pictures.ts';

let core: TestCore;
let ada: TestPerson;
let ben: TestPerson;
let jpeg: Buffer;

beforeAll(async () => {
  core = testCore();
  ada = await addPerson(core, 'ada', { role: 'author' });
  ben = await addPerson(core, 'ben', { role: 'technician' });
  jpeg = await (await photo(900, 600)).jpeg().toBuffer();
});

afterAll(() => core[Symbol.asyncDispose]());

const upload = (who: TestPerson, query = 'file=photo.jpg', body: Buffer = jpeg): Promise<MediaImage> =>
  core.json(`POST /user/media/images?${query}`, { token: who.token, body: new Uint8Array(body) });
const ids = async (who: TestPerson, query = ''): Promise<number[]> =>
  (await core.json<MediaImage[]>(`GET /user/media/images?limit=200&${query}`, { token: who.token })).map(
    ({ image }) => image.id,
  );
const igi = (url: string): string => `GET ${new URL(url).pathname}`;

describe('POST /user/media/images', () => {
  it("keeps the drawing and the picture it was made on, and refuses another person's picture as source", async () => {
    const { image } = await upload(ada);
    const markup = ';circle,300x200,80,red;arrow,10x20,200x180,light_blue;';
    const query = (srcid: number) =>
      `file=marked.jpg&${new URLSearchParams({ srcid: String(srcid), markup }).toString()}`;
    const marked = await upload(ada, query(image.id));
    expect(marked).toMatchObject({ srcid: image.id, markup, width: 900 });
    const { srcImageInfo } = await core.json<{ srcImageInfo: unknown }>(`GET /media/images/${marked.guid}`, {
      token: ada.token,
    });
    expect(srcImageInfo).toMatchObject({ image: { id: image.id }, width: 900, height: 600 });
    const { image: other } = await upload(ada);
    const refused = await core.call(`POST /user/media/images?${query(other.id)}`, {
      token: ben.token,
      body: new Uint8Array(jpeg),
    });
    expect(refused.status).toBe(422);
  });

  it('stores the picture and all its sizes, and answers the item', async () => {
    const item = await upload(ada);
    expect(item).toMatchObject({
      srcid: null,
      width: 900,
      height: 600,
      ratio: 'VARIABLE',
      markup: null,
      exif: {},
    });
    expect(item.guid).toBe(item.image.guid);
    expect(item.image.original).toBe(`http://bench.test/igi/${item.guid}`);
    const sharp = await loadSharp();
    for (const size of imageSizeNames) {
      expect(item.image[size]).toBe(`${item.image.original}.${size}`);
      const response = await core.call(igi(item.image[size] ?? ''));
      expect(response.headers.get('Content-Type')).toBe('image/jpeg');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
      expect((await sharp(bytes).metadata()).width).toBe(Math.min(900, imageSizes[size]));
    }
    const original = await core.call(igi(item.image.original));
    expect(Buffer.from(await original.arrayBuffer()).equals(jpeg)).toBe(true);
  });

  it('stores the same upload once on disk and twice in the media manager', async () => {
    const first = await upload(ada);
    const before = await core.ctx.media.usage();
    const second = await upload(ada);
    expect(await core.ctx.media.usage()).toEqual(before);
    expect(second.image.id).toBeGreaterThan(first.image.id);
    expect(second.guid).not.toBe(first.guid);
  });

  it('replaces the upload by the cropped part, and keeps the upload as its source', async () => {
    const cropped = await upload(ada, 'file=photo.JPG&cropToRatio=FOUR_THREE');
    expect(cropped).toMatchObject({ width: 800, height: 600, ratio: 'FOUR_THREE' });
    const listed = await ids(ada);
    expect(listed).toContain(cropped.image.id);
    expect(listed).not.toContain(cropped.srcid);
    const { srcImageInfo } = await core.json<{ srcImageInfo: unknown }>(`GET /media/images/${cropped.guid}`, {
      token: ada.token,
    });
    expect(srcImageInfo).toMatchObject({ image: { id: cropped.srcid }, width: 900, height: 600 });
    expect(await upload(ada, 'file=a.jpg&cropToRatio=ONE_ONE')).toMatchObject({
      width: 600,
      height: 600,
      ratio: 'ONE_ONE',
    });
    expect(await upload(ada, 'file=a.jpg&cropToRatio=VARIABLE')).toMatchObject({ srcid: null, width: 900 });
  });

  it('stores a photo upright, with its camera and without its location', async () => {
    const sharp = await loadSharp();
    const sideways = await sharp(await (await corners()).rotate(90).png().toBuffer())
      .jpeg({ chromaSubsampling: '4:4:4' })
      .withExif({
        IFD0: { Make: 'Bench Optics' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 8 })
      .toBuffer();
    const item = await upload(ada, 'file=phone.jpeg', sideways);
    expect(item).toMatchObject({ width: 240, height: 160, exif: { Make: 'Bench Optics' } });
    for (const url of [item.image.original, item.image.standard ?? '']) {
      const bytes = Buffer.from(await (await core.call(igi(url))).arrayBuffer());
      expect([await cornersOf(bytes), bytes.includes('Exif')]).toEqual(['RGBW', false]);
    }
  });

  it('takes all seven extensions of picture files, and stores BMP and TIFF in a format that every browser shows', async () => {
    const sharp = await loadSharp();
    const pixels = await corners(120, 90);
    const tiff = await pixels.clone().tiff({ compression: 'lzw' }).toBuffer();
    const files: [string, Buffer][] = [
      ['a.jpeg', await pixels.clone().jpeg().toBuffer()],
      ['a.JPG', await pixels.clone().jpeg().toBuffer()],
      ['a.gif', await pixels.clone().gif().toBuffer()],
      ['a.png', await pixels.clone().png().toBuffer()],
      ['a.bmp', await bmp({ width: 120, height: 90, bits: 24 })],
      ['a.tiff', tiff],
      ['a.tif', tiff],
    ];
    const formats: (string | undefined)[] = [];
    for (const [name, body] of files) {
      const item = await upload(ada, `file=${name}`, body);
      expect(item).toMatchObject({ width: 120, height: 90, ratio: 'FOUR_THREE' });
      const stored = Buffer.from(await (await core.call(igi(item.image.original))).arrayBuffer());
      formats.push((await sharp(stored).metadata()).format);
      expect(await cornersOf(stored)).toBe('RGBW');
    }
    expect(formats).toEqual(['jpeg', 'jpeg', 'gif', 'png', 'png', 'png', 'png']);
  });

  it('[contract E4] takes a picture without a name: its bytes give the format', async () => {
    for (const Content of ['image/png', 'image/jpeg', '']) {
      const headers: Record<string, string> = Content === '' ? {} : { 'Content-Type': Content };
      const item = await core.json<MediaImage>('POST /user/media/images', {
        token: ada.token,
        body: new Uint8Array(jpeg),
        headers,
      });
      expect(item).toMatchObject({ width: 900, height: 600 });
      expect((await core.call(igi(item.image.original))).headers.get('Content-Type')).toBe('image/jpeg');
    }
  });

  it('refuses unusable pictures with a message, and stores nothing', async () => {
    const before = await core.ctx.media.usage();
    const refused = async (query: string, body: Uint8Array<ArrayBuffer>): Promise<string> => {
      const answer = await core.json<{ message: string; errors: unknown[] }>(
        `POST /user/media/images?${query}`,
        {
          token: ada.token,
          body,
          expect: 422,
        },
      );
      expect(answer.errors).toHaveLength(1);
      return answer.message;
    };
    const bytes = new Uint8Array(jpeg);
    expect(await refused('file=', bytes)).toContain('must be the name of the file');
    expect(await refused('', new TextEncoder().encode('no picture'))).toContain('must be JPEG');
    expect(await refused('file=a.jpg&cropToRatio=ROUND', bytes)).toContain('cropToRatio');
    expect(await refused('file=a.png', bytes)).toContain('its content is JPEG');
    expect(await refused('file=a.heic', bytes)).toContain('its content is JPEG');
    expect(await refused('file=a.jpg', bytes.slice(0, 5000))).toContain('damaged or incomplete');
    expect(await refused('file=a.jpg', new Uint8Array())).toContain('no bytes');
    const bomb = new Uint8Array(await (await corners(60, 60)).png().toBuffer());
    new DataView(bomb.buffer).setUint32(16, 30_000);
    new DataView(bomb.buffer).setUint32(20, 30_000);
    expect(await refused('file=a.png', bomb)).toMatch(/100 megapixels|damaged/);
    expect(await refused('file=a.jpg', new Uint8Array(80 * 1024 * 1024 + 1))).toContain('at most 80 MB');
    expect(await core.ctx.media.usage()).toEqual(before);
    await core.json('POST /user/media/images?file=a.jpg', { body: bytes, expect: 401 });
  });

  it.skipIf(process.platform !== 'linux')(
    'answers 503 with a message when the disk is full, and changes nothing',
    async () => {
      await using full = testCore();
      const eve = await addPerson(full, 'eve');
      const dir = join(full.dataDir, 'media');
      mkdirSync(join(dir, '.writing'), { recursive: true });
      symlinkSync('/dev/full', join(dir, '.writing', 'full'));
      full.ctx.media = new MediaFiles(dir, () => 'full');
      const { message } = await full.json<{ message: string }>('POST /user/media/images?file=a.jpg', {
        token: eve.token,
        body: new Uint8Array(jpeg),
        expect: 503,
      });
      expect(message).toContain('The disk is full');
      expect(await full.json('GET /user/media/images', { token: eve.token })).toEqual([]);
      expect(await full.ctx.media.usage()).toEqual({ files: 0, bytes: 0 });
    },
  );
});

describe('GET /user/media/images', () => {
  it("lists one's own pictures, the newest first, by ratio and size", async () => {
    await using core = testCore();
    const eve = await addPerson(core, 'eve');
    const add = (width: number, height: number): number =>
      core.ctx.store.transact(
        null,
        (s) => s.media.add({ userid: eve.userid, width, height, mime: 'image/png' }, []).imageid,
      );
    const [square, wide, big] = [add(100, 100), add(120, 90), add(1600, 1200)];
    core.ctx.store.transact(null, (s) =>
      s.media.add({ userid: 999, width: 5, height: 5, mime: 'image/png' }, []),
    );
    const list = async (query: string): Promise<number[]> =>
      (await core.json<MediaImage[]>(`GET /user/media/images?${query}`, { token: eve.token })).map(
        ({ image }) => image.id,
      );
    expect(await list('')).toEqual([big, wide, square]);
    expect(await list('order=asc&limit=2&offset=1')).toEqual([wide, big]);
    expect(await list('ratio=FOUR_THREE')).toEqual([big, wide]);
    expect(await list('ratio=ONE_ONE')).toEqual([square]);
    expect(await list('minWidth=101&minHeight=91')).toEqual([big]);
    await core.json('GET /user/media/images?ratio=WIDE', { token: eve.token, expect: 422 });
    await core.json('GET /user/media/images', { expect: 401 });
  });
});

describe('POST /user/media/images/{imageid/guid}', () => {
  it("copies a picture into one's own media manager, by guid, and by id if a document shows it", async () => {
    const source = await upload(ada);
    const { image, ...copy } = await core.json<MediaImage>(`POST /user/media/images/${source.guid}`, {
      token: ben.token,
    });
    expect(copy).toMatchObject({ width: 900, height: 600 });
    expect(image.id).not.toBe(source.image.id);
    expect(await ids(ben)).toContain(image.id);
    expect((await core.call(igi(image.mini ?? ''))).status).toBe(200);
    await core.json(`POST /user/media/images/${source.image.id}`, { token: ben.token, expect: 404 });
    await addGuide(core, ada.token, { image: source.image.id });
    await core.json(`POST /user/media/images/${source.image.id}`, { token: ben.token });
    const { message } = await core.json<{ message: string }>('POST /user/media/images/nosuchguid', {
      token: ben.token,
      expect: 404,
    });
    expect(message).toBe('Image not found');
    await core.json(`POST /user/media/images/${source.guid}`, { expect: 401 });
  });

  it('keeps the drawing on it, and its source', async () => {
    const whole = await upload(ada);
    const markup = ';rectangle,10x10,50x40,red;';
    const marked = core.ctx.store.transact(null, (s) =>
      s.media.add(
        { userid: ada.userid, srcid: whole.image.id, width: 900, height: 600, mime: 'image/jpeg', markup },
        [],
      ),
    );
    const copy = await core.json<MediaImage>(`POST /user/media/images/${marked.guid}`, { token: ada.token });
    expect(copy).toMatchObject({ srcid: whole.image.id, markup });
    await core.call(`DELETE /user/media/images/${whole.image.id},${marked.imageid}`, { token: ada.token });
    expect(await core.json(`GET /media/images/${copy.guid}`, { token: ada.token })).toMatchObject({
      markup,
      srcImageInfo: { image: { guid: whole.guid }, width: 900, height: 600 },
    });
    expect((await core.call(igi(whole.image.original))).status).toBe(200);
  });
});

describe('DELETE /user/media/images', () => {
  it("removes pictures by path and by query, ignores others', and keeps pictures in use", async () => {
    const [used, unused, bens] = [await upload(ada), await upload(ada), await upload(ben)];
    const { guideid } = await addGuide(core, ada.token, { image: used.image.id });
    const response = await core.call(`DELETE /user/media/images/${used.image.id},${bens.image.id},987654`, {
      token: ada.token,
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(
      (await core.call(`DELETE /user/media/images?imageids=${unused.image.id}`, { token: ada.token })).status,
    ).toBe(204);
    const left = await ids(ada);
    expect([left.includes(used.image.id), left.includes(unused.image.id)]).toEqual([false, false]);
    expect(await ids(ben)).toContain(bens.image.id);
    expect((await core.call(igi(used.image.original))).status).toBe(200);
    expect((await core.call(igi(unused.image.original))).status).toBe(404);
    const guide = await core.json<{ image: { id: number }; revisionid: number }>(`GET /guides/${guideid}`);
    expect(guide.image.id).toBe(used.image.id);
    // A picture that a document shows can still be put into documents; a deleted one cannot.
    const patch = (image: number, expected: number): Promise<unknown> =>
      core.json(`PATCH /guides/${guideid}?revisionid=${guide.revisionid}`, {
        token: ada.token,
        json: { image },
        expect: expected,
      });
    await patch(used.image.id, 200);
    await patch(unused.image.id, 422);
  });

  it('keeps pictures that only a revision still shows, visible to people who see its guide or wiki', async () => {
    const [first, second] = [await upload(ada), await upload(ada)];
    const { guideid } = await addGuide(core, ada.token, { image: first.image.id });
    const wiki = await core.json<{ revisionid: number }>('POST /wikis', {
      token: ada.token,
      json: { namespace: 'WIKI', title: 'Seals', contents: 'Round.', image: second.image.id },
    });
    const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: ada.token,
      json: { image: null },
    });
    await core.json(`PATCH /wikis/WIKI/Seals?revisionid=${wiki.revisionid}`, {
      token: ada.token,
      json: { image: null },
    });
    await core.call(`DELETE /user/media/images/${first.image.id},${second.image.id}`, { token: ada.token });
    for (const { image } of [first, second]) {
      expect((await core.call(igi(image.original))).status).toBe(200);
      await core.json(`GET /media/images/${image.id}`, { token: ben.token });
    }
    const uses = core.ctx.store.read(null, (s) => [
      s.media.uses('guide', guideid),
      s.media.uses('guide_past', guideid),
    ]);
    expect(uses).toEqual([[], [first.guid]]);
  });

  it('deletes the hidden source together with its cropped part', async () => {
    const cropped = await upload(ada, 'file=a.jpg&cropToRatio=ONE_ONE');
    const { srcImageInfo } = await core.json<{ srcImageInfo: { image: { guid: string } } }>(
      `GET /media/images/${cropped.guid}`,
      { token: ada.token },
    );
    await core.call(`DELETE /user/media/images/${cropped.image.id}`, { token: ada.token });
    for (const guid of [cropped.guid, srcImageInfo.image.guid])
      expect((await core.call(`GET /igi/${guid}`)).status).toBe(404);
  });

  it('leaves the files of a deleted picture to the sweep', async () => {
    const lone = await upload(ada, 'file=a.png', await (await corners(300, 300)).png().toBuffer());
    await core.call(`DELETE /user/media/images/${lone.image.id}`, { token: ada.token });
    const isReferenced = (sha256: string): boolean =>
      core.ctx.store.read(null, (s) => s.media.copies.isReferenced(sha256));
    expect((await core.ctx.media.sweep(isReferenced)).orphans).toBe(0);
    expect((await core.ctx.media.sweep(isReferenced, -1)).orphans).toBeGreaterThan(0);
  });

  it('refuses lists that are invalid or too long, and requests without a sign-in', async () => {
    await core.json('DELETE /user/media/images/1,x', { token: ada.token, expect: 422 });
    await core.json('DELETE /user/media/images', { token: ada.token, expect: 422 });
    const many = Array.from({ length: 1001 }, (_, index) => index + 1).join(',');
    await core.json(`DELETE /user/media/images/${many}`, { token: ada.token, expect: 422 });
    await core.json('DELETE /user/media/images/1', { expect: 401 });
  });
});

describe('GET /media/images/{imageid/guid}', () => {
  it('[security 20] shows the cropped-off part to its owner and to people who may edit a document that shows it', async () => {
    const cropped = await upload(ada, 'file=a.jpg&cropToRatio=ONE_ONE');
    const { guideid } = await addGuide(core, ada.token, { image: cropped.image.id });
    const sourceFor = async (guid: string, token?: string): Promise<unknown> => {
      const route = `GET /media/images/${guid}`;
      const answer = await core.json<{ srcImageInfo: unknown }>(route, token === undefined ? {} : { token });
      return answer.srcImageInfo;
    };
    const whole = { image: { id: cropped.srcid }, width: 900, height: 600 };
    const editor = await addPerson(core, 'edda', { role: 'author' });
    expect(await sourceFor(cropped.guid, ada.token)).toMatchObject(whole);
    expect(await sourceFor(cropped.guid, editor.token)).toMatchObject(whole);
    expect(await sourceFor(cropped.guid, ben.token)).toBeNull();
    expect(await sourceFor(cropped.guid)).toBeNull();
    // Neither a copy nor a guide of one's own gives access.
    const copy = await core.json<MediaImage>(`POST /user/media/images/${cropped.guid}`, { token: ben.token });
    expect([copy.srcid, await sourceFor(copy.guid, ben.token)]).toEqual([null, null]);
    await addGuide(core, ben.token, { image: cropped.image.id });
    expect(await sourceFor(cropped.guid, ben.token)).toBeNull();
    await core.json(`PUT /guides/${guideid}/users/${ben.userid}`, { token: ada.token, json: {} });
    expect(await sourceFor(cropped.guid, ben.token)).toMatchObject(whole);
  });

  it('shows a picture to its owner, to anyone with its guid, and by id to people who see its guide', async () => {
    const item = await upload(ada);
    expect(await core.json(`GET /media/images/${item.image.id}`, { token: ada.token })).toEqual({
      ...item,
      srcImageInfo: null,
    });
    await core.json(`GET /media/images/${item.guid}`);
    await core.json(`GET /media/images/${item.image.id}`, { token: ben.token, expect: 404 });
    const secret = await addGuide(core, ada.token, { image: item.image.id, public: false });
    await core.json(`GET /media/images/${item.image.id}`, { expect: 404 });
    const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${secret.guideid}`, {
      token: ada.token,
    });
    await core.json(`PUT /guides/${secret.guideid}/public?revisionid=${revisionid}`, {
      token: ada.token,
      json: {},
    });
    await core.json(`GET /media/images/${item.image.id}`);
    await core.json('GET /media/images/123456', { expect: 404 });
  });
});

describe('requireImage', () => {
  it("refuses another person's unused picture in a guide", async () => {
    const { image } = await upload(ben);
    const answer = await core.json<{ message: string }>('POST /guides', {
      token: ada.token,
      json: { category: 'Pump', type: 'repair', image: image.id },
      expect: 422,
    });
    expect(answer.message).toContain('media manager');
  });
});
