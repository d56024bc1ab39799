import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Document } from '../../../shared/model/document.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { Video } from '../../../shared/model/video.ts';
import { changeCounts } from '../../../app/store/feed/change-counts.ts';
import { nameOfKept } from '../../../app/media/formats.ts';
import type { ReplicaReader, ReplicaWriter } from '../../../app/replica/replica.ts';
import type { Actor } from '../../../app/store/actor.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { pdf } from '../../media/archives.ts';
import { corners, photo } from '../../media/pictures.ts';
import { mp4 } from '../../media/videos.ts';
import { guideWith } from './guide-with.ts';

let desk: TestCore;
let ann: TestPerson;
let jpeg: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  desk = testCore({ profile: 'desk' });
  ann = await addPerson(desk, 'ann', { role: 'author' });
  jpeg = new Uint8Array(await (await photo(900, 600)).jpeg().toBuffer());
});

afterAll(() => desk[Symbol.asyncDispose]());

const read = <T>(fn: (s: ReplicaReader) => T): T => desk.ctx.store.read(null, fn);
const write = <T>(fn: (s: ReplicaWriter) => T): T => desk.ctx.store.transact(null, fn);
const pending = (): number => read((s) => s.journal.editCounts().pending);
const journaled = (): { operation: string; query: string; issued: string } | undefined =>
  read((s) =>
    s.db.one(sql`SELECT operation, query, issued FROM journal WHERE operation <> 'POST /benchside/views'
       ORDER BY sequence DESC LIMIT 1`),
  );
const post = <T>(route: string, body?: Uint8Array<ArrayBuffer>): Promise<T> =>
  desk.json(`POST ${route}`, { token: ann.token, ...(body ? { body } : {}) });
const statusOf = async (url: string): Promise<number> =>
  (await desk.fetch(new Request(new URL(url, 'http://bench.test')))).status;

/** Stores a picture of the site, as a pulled document brings it. */
function ofSite(id: number, guid: string): void {
  write((s) =>
    s.media.copies.putRemote({ id, guid, original: `https://cdn.example.org/igi/${guid}` }, 'step'),
  );
}

describe('pictures at a desk without its site', () => {
  it('are uploaded with all their sizes under a provisional id, which the journal contains', async () => {
    const before = pending();
    const item = await post<MediaImage>('/user/media/images?file=a.jpg&cropToRatio=FOUR_THREE', jpeg);
    expect(item).toMatchObject({ width: 800, height: 600, ratio: 'FOUR_THREE' });
    expect(item.image.id).toBeLessThan(0);
    expect(item.srcid).toBeLessThan(0);
    expect(await statusOf(item.image.original)).toBe(200);
    expect(await statusOf(item.image.mini ?? '')).toBe(200);
    expect(pending()).toBe(before + 1);
    const entry = journaled();
    expect(entry?.operation).toBe('POST /user/media/images');
    expect(JSON.parse(entry?.query ?? '')).toEqual({ file: 'a.jpg', cropToRatio: 'FOUR_THREE' });
    expect(JSON.parse(entry?.issued ?? '')).toEqual([
      { kind: 'image', id: item.srcid },
      { kind: 'image', id: item.image.id },
    ]);
    const listed = await desk.json<MediaImage[]>('GET /user/media/images', { token: ann.token });
    expect(listed[0]).toEqual(item);
    const { guideid } = await addGuide(desk, ann.token, { image: item.image.id });
    expect(await desk.json<Guide>(`GET /guides/${guideid}`, { token: ann.token })).toHaveProperty(
      'image.id',
      item.image.id,
    );
    expect(await desk.json('GET /media/images/' + item.image.id, { token: ann.token })).toMatchObject({
      srcImageInfo: { image: { id: item.srcid }, width: 900, height: 600 },
    });
  });

  it('refuses what a site would refuse, and journals nothing', async () => {
    const before = [pending(), await desk.ctx.media.usage()];
    for (const [query, body, words] of [
      ['file=a.jpg', jpeg.slice(0, 9_000), 'damaged or incomplete'],
      ['file=a.png', jpeg, 'its content is JPEG'],
      ['file=a.jpg', new Uint8Array(), 'no bytes'],
      ['file=a.jpg', new Uint8Array(80 * 1024 * 1024 + 1), 'at most 80 MB'],
    ] as const) {
      const { message } = await desk.json<{ message: string }>(`POST /user/media/images?${query}`, {
        token: ann.token,
        body,
        expect: 422,
      });
      expect(message).toContain(words);
    }
    expect([pending(), await desk.ctx.media.usage()]).toEqual(before);
  });

  it('never lose what the site does not have yet, however little space is left', async () => {
    const item = await post<MediaImage>('/user/media/images?file=b.jpg', jpeg);
    ofSite(70, 'sitepicture');
    const png = await desk.ctx.media.write(await (await corners()).png().toBuffer());
    write((s) => s.media.copies.putFile('sitepicture', 'medium', { ...png, mime: 'image/png' }));
    const evictable = read((s) => s.media.copies.evictable(Number.MAX_SAFE_INTEGER)).map(({ guid }) => guid);
    expect(evictable).toEqual(['sitepicture']);
    // A picture that was removed before it was sent is kept until it has been sent, because later journal entries may name it.
    const before = pending();
    await desk.call(`DELETE /user/media/images/${item.image.id},70,12345`, { token: ann.token });
    expect(pending()).toBe(before + 1);
    expect(await desk.json<MediaImage[]>('GET /user/media/images', { token: ann.token })).not.toContainEqual(
      item,
    );
    expect(await statusOf(item.image.original)).toBe(200);
    const isReferenced = (sha256: string): boolean => read((s) => s.media.copies.isReferenced(sha256));
    expect((await desk.ctx.media.sweep(isReferenced, -1)).orphans).toBe(0);
  });

  it('are copied from those of the site, with the sizes that are here and those still wanted', async () => {
    ofSite(71, 'wantedpicture');
    const png = await desk.ctx.media.write(await (await corners()).png().toBuffer());
    write((s) => {
      s.media.copies.putFile('wantedpicture', 'medium', { ...png, mime: 'image/png' });
      s.media.setUses('wiki', 1, ['wantedpicture']);
    });
    const copy = await post<MediaImage>('/user/media/images/wantedpicture');
    expect(copy.image.id).toBeLessThan(0);
    expect(await statusOf(copy.image.huge ?? '')).toBe(200);
    const wanted = read((s) => s.media.copies.nextWanted({ limit: 50, maxAttempts: 1 }));
    expect(wanted.filter(({ guid }) => guid === copy.guid)).toMatchObject([
      { size: 'huge', addresses: ['https://cdn.example.org/igi/wantedpicture.huge', expect.any(String)] },
    ]);
    expect(journaled()?.operation).toBe('POST /user/media/images/{imageid/guid}');
  });

  it("show the site's media manager as it was sent, and do not undo unsent edits", async () => {
    const item: MediaImage = {
      image: { id: 80, guid: 'managed', original: '\u0081managed', thumbnail: '\u0081managed.thumbnail' },
      guid: 'managed',
      srcid: null,
      width: 1600,
      height: 1200,
      ratio: 'FOUR_THREE',
      markup: null,
      exif: {},
    };
    write((s) => s.media.putRemoteItem(ann.userid, item));
    const list = async (): Promise<number[]> =>
      (await desk.json<MediaImage[]>('GET /user/media/images?minWidth=1600', { token: ann.token })).map(
        ({ image }) => image.id,
      );
    expect(await list()).toEqual([80]);
    expect(read((s) => s.media.copies.nextWanted({ limit: 50, maxAttempts: 1 }))).toContainEqual(
      expect.objectContaining({ guid: 'managed', size: 'thumbnail' }),
    );
    await desk.call('DELETE /user/media/images/80', { token: ann.token });
    write((s) => s.media.putRemoteItem(ann.userid, item));
    expect(await list()).toEqual([]);
    write((s) => {
      s.media.putRemoteItem(ann.userid, {
        ...item,
        image: { ...item.image, id: 81, guid: 'other' },
        guid: 'other',
      });
      s.media.removeRemoteItem(81);
    });
    expect(await list()).toEqual([]);
  });
});

describe('documents and videos at a desk without its site', () => {
  it('are uploaded, used and deleted, and the journal contains it', async () => {
    let before = pending();
    const document = await post<Document>(
      '/user/media/documents?file=a.pdf&title=Lid',
      new Uint8Array(pdf()),
    );
    const video = await post<Video>('/user/media/videos?file=a.mp4', new Uint8Array(mp4()));
    expect([document.documentid < 0, video.videoid < 0, pending()]).toEqual([true, true, before + 2]);
    expect(await statusOf(document.url)).toBe(200);
    expect(await statusOf(document.download_url)).toBe(200);
    expect(await statusOf(video.encodings[0]?.url ?? '')).toBe(200);
    expect(read((s) => s.documents.require(document.documentid, 'documents'))).toHaveProperty('title', 'Lid');
    const { guideid } = await addGuide(desk, ann.token);
    const guide = await desk.json<Guide>(`POST /guides/${guideid}/steps`, {
      token: ann.token,
      json: {
        orderby: 2,
        lines: [{ text: 'Watch.', bullet: 'black', level: 0 }],
        media: { type: 'object', data: video.videoid },
      },
    });
    expect(guide.steps[1]?.media).toMatchObject({ type: 'video', data: { videoid: video.videoid } });
    before = pending();
    await desk.call(`DELETE /user/media/documents/${document.documentid}`, { token: ann.token });
    await desk.call(`DELETE /user/media/videos/${video.videoid}`, { token: ann.token });
    expect(pending()).toBe(before + 2);
    for (const kind of ['documents', 'videos']) {
      expect(await desk.json(`GET /user/media/${kind}`, { token: ann.token })).toEqual([]);
    }
    // While unsent, the files are kept for sending.
    expect(await statusOf(document.url)).toBe(200);
    expect(await statusOf(video.encodings[0]?.url ?? '')).toBe(200);
  });

  it("are known from the guides that show them, and from the site's media manager", async () => {
    const entry = {
      documentid: 30,
      guid: 'sitedoc',
      title: 'Manual',
      filename: 'm.pdf',
      url: '/Document/sitedoc/m.pdf',
    };
    const download_url = '\u0081Document/sitedoc/m.pdf';
    guideWith(desk, ann, { documents: [{ ...entry, download_url }] });
    expect(await desk.json('GET /media/documents/30')).toMatchObject({
      ...entry,
      size: 0,
      download_url: 'http://bench.test/igi/Document/sitedoc/m.pdf',
    });
    expect(read((s) => s.media.files.nextWanted(10, 1))).toContainEqual({
      guid: 'sitedoc',
      remote: '\u0082/igi/Document/sitedoc/m.pdf',
      attempts: 0,
    });
    write((s) => {
      s.documents.putRemote({ ...entry, download_url, documentid: 31, userid: ann.userid }, ann.userid);
      s.videos.putRemote({ videoid: 32, filename: 'a.mp4' }, ann.userid);
    });
    const ids = async (kind: 'documents' | 'videos'): Promise<unknown> =>
      (await desk.json<Record<string, unknown>[]>(`GET /user/media/${kind}`, { token: ann.token })).map(
        (item) => (kind === 'documents' ? item['documentid'] : item['videoid']),
      );
    expect([await ids('documents'), await ids('videos')]).toEqual([[31], [32]]);
    await desk.call('DELETE /user/media/videos/32', { token: ann.token });
    write((s) => {
      s.documents.removeRemote(31);
      s.videos.putRemote({ videoid: 32, filename: 'a.mp4' }, ann.userid);
    });
    expect([await ids('documents'), await ids('videos')]).toEqual([[], []]);
  });
});

describe('a file to which the site has given its own id', () => {
  const fromSite = <T>(item: T, ids: Record<string, string>): T =>
    JSON.parse(
      Object.entries(ids).reduce(
        (text, [old, site]) => text.replaceAll(old, site),
        JSON.stringify(item).replaceAll('http://bench.test/igi/', '\u0081'),
      ),
    ) as T;

  it('is here at once under that id, and the old address works as long as something shows it', async () => {
    const made = await post<MediaImage>('/user/media/images?file=c.jpg', jpeg);
    const unused = await post<MediaImage>('/user/media/images?file=d.jpg', jpeg);
    write((s) => {
      s.media.setUses('wiki', 9, [made.guid]);
      s.db.run(sql`UPDATE journal SET state = 'done'`);
      s.media.replaceProvisional(
        made.image.id,
        fromSite(made, { [made.image.id]: '900', [made.guid]: 'siteguid' }),
      );
      s.media.replaceProvisional(
        unused.image.id,
        fromSite(unused, { [unused.image.id]: '901', [unused.guid]: 'otherguid' }),
      );
    });
    const list = await desk.json<MediaImage[]>('GET /user/media/images?limit=2', { token: ann.token });
    expect(list.map(({ image }) => [image.id, image.guid])).toEqual([
      [901, 'otherguid'],
      [900, 'siteguid'],
    ]);
    expect(list[1]).toMatchObject({ width: 900, height: 600 });
    const addresses = [
      '/igi/siteguid',
      '/igi/otherguid.mini',
      new URL(made.image.original).pathname,
      new URL(unused.image.original).pathname,
    ];
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200, 200, 404]);
    const evictable = read((s) => s.media.copies.evictable(Number.MAX_SAFE_INTEGER)).map(({ guid }) => guid);
    expect(evictable).toEqual(expect.arrayContaining(['siteguid', 'otherguid', made.guid]));
    expect(
      read((s) => s.media.copies.nextWanted({ limit: 50, maxAttempts: 1 })).map(({ guid }) => guid),
    ).not.toContain('siteguid');
  });

  it('has its file, which is sent from here', async () => {
    const document = await post<Document>('/user/media/documents?file=c.pdf', new Uint8Array(pdf()));
    const video = await post<Video>('/user/media/videos?file=c.mp4', new Uint8Array(mp4()));
    const sent = read((s) => [s.documents.fileOf(document.documentid), s.videos.fileOf(video.videoid)]);
    expect(sent).toMatchObject([
      { name: 'c.pdf', mime: 'application/pdf', sha256: expect.any(String) },
      { name: 'c.mp4', mime: 'video/mp4', sha256: expect.any(String) },
    ]);
    const videoGuid = sent[1]?.guid ?? '';
    write((s) => {
      s.db.run(sql`UPDATE journal SET state = 'done'`);
      s.documents.replaceProvisional(
        document.documentid,
        fromSite(document, { [document.documentid]: '910', [document.guid]: 'sitepdf' }),
      );
      s.videos.replaceProvisional(
        video.videoid,
        fromSite(video, { [video.videoid]: '911', [videoGuid]: 'sitemp4' }),
      );
    });
    expect(await statusOf('/Document/sitepdf/c.pdf')).toBe(200);
    expect(await statusOf('/Video/sitemp4/c.mp4')).toBe(200);
    expect(await statusOf(document.url)).toBe(404);
    const [listed] = await desk.json<Document[]>('GET /user/media/documents', { token: ann.token });
    expect(listed).toMatchObject({ documentid: 910, guid: 'sitepdf' });
    expect((await desk.json<Video[]>('GET /user/media/videos', { token: ann.token }))[0]).toHaveProperty(
      'videoid',
      911,
    );
    expect(read((s) => s.documents.fileOf(document.documentid))).toBeUndefined();
  });

  it('is sent with a name that matches its stored format', () => {
    expect(nameOfKept('Lid.JPG', 'image/jpeg')).toBe('Lid.JPG');
    expect(nameOfKept('a.b.bmp', 'image/png')).toBe('a.b.png');
    expect(nameOfKept('scan.tif', 'image/jpeg')).toBe('scan.jpeg');
  });
});

describe('a feed line of a media item', () => {
  it('is sent to its owner until it leaves the media manager', async () => {
    await using hub = testCore();
    const [eve, ben] = [await addPerson(hub, 'eve'), await addPerson(hub, 'ben')];
    const upload = <T>(route: string, body: Uint8Array<ArrayBuffer>): Promise<T> =>
      hub.json(`POST /user/media/${route}`, { token: eve.token, body });
    const { image } = await upload<MediaImage>('images?file=a.jpg', jpeg);
    const { videoid } = await upload<Video>('videos?file=a.mp4', new Uint8Array(mp4()));
    const { documentid } = await upload<Document>('documents?file=a.pdf', new Uint8Array(pdf()));
    const actor = ({ userid }: TestPerson): Actor => ({
      userid,
      username: '',
      role: 'technician',
      teams: [],
    });
    const told = (who: TestPerson): unknown[] =>
      hub.ctx.store.read(actor(who), (s) =>
        [s.media.answer(image.id), s.videos.answer(videoid), s.documents.answer(documentid)].map(
          (text) => text && (JSON.parse(text) as unknown),
        ),
      );
    expect(told(eve)).toMatchObject([
      { userid: eve.userid, image: { id: image.id } },
      { userid: eve.userid, videoid },
      { userid: eve.userid, documentid },
    ]);
    expect(told(ben)).toEqual([undefined, undefined, undefined]);
    const counts = hub.ctx.store.read(actor(eve), (s) => changeCounts(s, 0));
    expect(counts).toMatchObject({ image: 1, video: 1, document: 1 });
    await hub.call(`DELETE /user/media/images/${image.id}`, { token: eve.token });
    await hub.call(`DELETE /user/media/videos/${videoid}`, { token: eve.token });
    await hub.call(`DELETE /user/media/documents/${documentid}`, { token: eve.token });
    expect(told(eve)).toEqual([undefined, undefined, undefined]);
    const last = hub.ctx.store.read(null, (s) => s.feed.after(0, 100)).slice(-3);
    expect(last.map(({ kind, deleted }) => [kind, deleted])).toEqual([
      ['image', true],
      ['video', true],
      ['document', true],
    ]);
  });
});
