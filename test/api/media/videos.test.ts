import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { Video } from '../../../shared/model/video.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { corners } from '../../media/pictures.ts';
import { mp4, webm } from '../../media/videos.ts';
import { guideWith } from './guide-with.ts';

let core: TestCore;
let ada: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  core = testCore();
  ada = await addPerson(core, 'ada', { role: 'author' });
  ben = await addPerson(core, 'ben');
});

afterAll(() => core[Symbol.asyncDispose]());

const upload = (who: TestPerson, query = 'file=turn.mp4', body: Buffer = mp4()): Promise<Video> =>
  core.json(`POST /user/media/videos?${query}`, { token: who.token, body: new Uint8Array(body) });
const list = (who: TestPerson, query = ''): Promise<Video[]> =>
  core.json(`GET /user/media/videos?${query}`, { token: who.token });
const seenBy = (who: TestPerson | undefined, videoid: number, expected = 200): Promise<Video> =>
  core.json(`GET /media/videos/${videoid}`, { ...(who ? { token: who.token } : {}), expect: expected });
const poster = async (who: TestPerson): Promise<MediaImage> =>
  core.json('POST /user/media/images?file=a.png', {
    token: who.token,
    body: new Uint8Array(await (await corners()).png().toBuffer()),
  });

/** Creates a guide whose only step shows a video. */
async function guideShowing(who: TestPerson, videoid: number, expected = 201): Promise<Guide> {
  const { guideid } = await addGuide(core, who.token);
  return core.json(`POST /guides/${guideid}/steps`, {
    token: who.token,
    json: {
      orderby: 2,
      lines: [{ text: 'Watch.', bullet: 'black', level: 0 }],
      media: { type: 'object', data: videoid },
    },
    expect: expected,
  });
}

describe('POST /user/media/videos', () => {
  it('stores the file as its one encoding, with the facts from its container and its poster', async () => {
    const { image } = await poster(ada);
    const video = await upload(ada, `file=turn.mp4&image=${image.id}`);
    const guid = /Video\/([0-9a-f]{32})\//.exec(video.encodings[0]?.url ?? '')?.[1];
    expect(video).toMatchObject({
      objectid: video.videoid,
      srcid: null,
      filename: 'turn.mp4',
      duration: 2500,
      width: 640,
      height: 360,
      image: {
        image: { id: image.id, guid: image.guid },
        width: 240,
        height: 160,
        ratio: 'VARIABLE',
        markup: null,
      },
      encodings: [
        {
          column: 'original',
          label: 'Original',
          width: 640,
          height: 360,
          codecs: 'avc1, mp4a',
          mime: 'video/mp4',
          format: 'mp4',
          url: `http://bench.test/igi/Video/${guid}/turn.mp4`,
          always_generate: false,
        },
      ],
    });
    expect(await seenBy(ada, video.videoid)).toEqual(video);
    expect((await core.fetch(new Request(`http://bench.test/Video/${guid}/turn.mp4`))).status).toBe(200);
    expect(await upload(ada, 'file=a.webm', webm())).toMatchObject({
      width: 320,
      encodings: [{ mime: 'video/webm', format: 'webm' }],
    });
    expect(await upload(ada, 'file=a.mov', mp4({ brand: 'qt' }))).toMatchObject({
      encodings: [{ mime: 'video/quicktime' }],
    });
  });

  it('refuses unusable videos with a message, and stores nothing', async () => {
    const [before, listed] = [await core.ctx.media.usage(), await list(ada)];
    const { image } = await poster(ben);
    const withPoster = await core.ctx.media.usage();
    const refused = async (query: string, body: Buffer): Promise<string> => {
      const answer = await core.json<{ message: string; errors: unknown[] }>(
        `POST /user/media/videos?${query}`,
        {
          token: ada.token,
          body: new Uint8Array(body),
          expect: 422,
        },
      );
      expect(answer.errors).toHaveLength(1);
      return answer.message;
    };
    expect(await refused('', mp4())).toContain('file: is required');
    expect(await refused('file=a.avi', mp4())).toContain('must be one of mp4');
    expect(await refused('file=a.webm', mp4())).toContain('its content is MP4');
    expect(await refused('file=a.mp4', mp4().subarray(0, -1))).toContain('cut off');
    expect(await refused('file=a.mp4', Buffer.alloc(0))).toContain('no bytes');
    expect(await refused(`file=a.mp4&image=${image.id}`, mp4())).toContain('There is no image');
    expect(await refused('file=a.mp4&image=x', mp4())).toContain('image');
    const { message } = await core.json<{ message: string }>('POST /user/media/videos?file=a.mp4', {
      token: ada.token,
      headers: { 'Content-Length': String(513 * 1024 * 1024) },
      body: 'x',
      expect: 422,
    });
    expect(message).toContain('at most 512 MB');
    expect(withPoster.files).toBeGreaterThanOrEqual(before.files);
    expect([await core.ctx.media.usage(), await list(ada)]).toEqual([withPoster, listed]);
    await core.json('POST /user/media/videos?file=a.mp4', { body: new Uint8Array(mp4()), expect: 401 });
  });
});

describe('GET /user/media/videos', () => {
  it("lists one's own, the newest first, and adds fields that a fixture omitted", async () => {
    await using core = testCore();
    const eve = await addPerson(core, 'eve');
    core.ctx.store.transact(null, (s) => {
      s.videos.put(4, eve.userid, { filename: 'turn.mp4', encodings: [{ width: 640 }] });
      s.videos.put(5, eve.userid, {});
      s.videos.put(6, 999, {});
    });
    const before = core.ctx.store.read(null, (s) => s.feed.sequence);
    core.ctx.store.transact(null, (s) => s.videos.put(5, eve.userid, {}));
    expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(before);
    const list = (query: string): Promise<Video[]> =>
      core.json(`GET /user/media/videos?${query}`, { token: eve.token });
    const all = await list('');
    expect(all.map(({ videoid }) => videoid)).toEqual([5, 4]);
    expect(all[1]).toMatchObject({
      objectid: 4,
      duration: 0,
      image: null,
      encodings: [{ column: 'original', width: 640 }],
    });
    expect((await list('offset=1&limit=1&order=desc')).map(({ videoid }) => videoid)).toEqual([4]);
    await core.json('GET /user/media/videos?order=up', { token: eve.token, expect: 422 });
    await core.json('GET /user/media/videos', { expect: 401 });
    const next = await core.json<Video>('POST /user/media/videos?file=a.mp4', {
      token: eve.token,
      body: new Uint8Array(mp4()),
    });
    expect(next.videoid).toBe(7);
  });
});

describe('a video in a step', () => {
  it('is shown by people who may use it, and then readable by everyone who sees the guide', async () => {
    const { videoid } = await upload(ben);
    await seenBy(ada, videoid, 404);
    expect(await guideShowing(ada, videoid, 422)).toMatchObject({
      message: `There is no video ${videoid} in the media manager.`,
    });
    const guide = await guideShowing(ben, videoid);
    expect(guide.steps[1]?.media).toMatchObject({
      type: 'video',
      data: {
        videoid,
        duration: 2500,
        encodings: [{ mime: 'video/mp4' }],
        image: { image: { id: expect.any(Number) } },
      },
    });
    await seenBy(undefined, videoid);
    await guideShowing(ada, videoid);
  });
});

describe('the XML of a guide', () => {
  const xmlOf = async (guideid: number): Promise<string> =>
    (await core.call(`GET /guides/${guideid}?type=XML`)).text();

  it('[contract H7] has the videos of its steps, with their files and posters', async () => {
    const { image } = await poster(ada);
    const { videoid, encodings } = await upload(ada, `file=turn.mp4&image=${image.id}`);
    const { guideid } = await guideShowing(ada, videoid);
    const xml = await xmlOf(guideid);
    expect(xml).toContain(`<media type="video"><video id="${videoid}" filename="turn.mp4" duration="2500"`);
    expect(xml).toContain(`mime="video/mp4" width="640" height="360">${encodings[0]?.url}</encoding>`);
    expect(xml).toContain(`>${image.original}</image></video></media>`);
  });

  it('[contract H7] has the pages that steps of other sites embed, and what a part or tool is', async () => {
    const url = 'https://videos.example/watch?v=1&t=2';
    const guideid = guideWith(core, ada, {
      tools: [
        {
          type: 'T8',
          quantity: 2,
          text: 'Torx',
          notes: null,
          url: null,
          thumbnail: null,
          isoptional: true,
          featured: false,
        },
      ],
      steps: [
        {
          title: 'Watch',
          lines: [],
          guideid: 1,
          stepid: 4711,
          orderby: 1,
          revisionid: 1,
          media: { type: 'embed', data: { url, type: 'video', title: 'Taking it apart' } },
          comments: [],
        },
      ],
    });
    const xml = await xmlOf(guideid);
    expect(xml).toContain(
      `<embed type="video" title="Taking it apart">${url.replace('&', '&amp;')}</embed></media>`,
    );
    expect(xml).toContain('<tool type="T8" quantity="2" isoptional="true" featured="false">Torx</tool>');
    expect(xml).toMatch(/<guide [^>]*url="http:[^"]*\/Guide\/[^"]*" public="true"/);
  });
});

describe('DELETE /user/media/videos/{videoids}', () => {
  it("removes one's own, ignores others', and keeps a video that a guide shows, with its poster", async () => {
    const { image } = await poster(ada);
    const shown = await upload(ada, `file=a.mp4&image=${image.id}`);
    const [unused, bens] = [await upload(ada), await upload(ben)];
    await guideShowing(ada, shown.videoid);
    const all = [shown, unused, bens].map(({ videoid }) => videoid);
    const response = await core.call(`DELETE /user/media/videos/${all.join(',')},999999`, {
      token: ada.token,
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    await core.call(`DELETE /user/media/images/${image.id}`, { token: ada.token });
    expect((await list(ada)).some(({ videoid }) => all.includes(videoid))).toBe(false);
    expect((await list(ben)).map(({ videoid }) => videoid)).toContain(bens.videoid);
    await seenBy(undefined, shown.videoid);
    await seenBy(ada, unused.videoid, 404);
    expect((await core.call(`GET /igi/${image.guid}`)).status).toBe(200);
    await core.json('DELETE /user/media/videos/x', { token: ada.token, expect: 422 });
    const many = Array.from({ length: 1001 }, (_, index) => index + 1).join(',');
    await core.json(`DELETE /user/media/videos/${many}`, { token: ada.token, expect: 422 });
    await core.json('DELETE /user/media/videos/1', { expect: 401 });
    await core.json('GET /media/videos/x', { expect: 422 });
  });
});
