import { request } from 'undici';
import { expect, test } from 'vitest';

import { listen } from '../../../app/http/node.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { photo } from '../../media/pictures.ts';

type Json = Record<string, unknown>;

/** Fields of a guide that fixitpy 0.2.21 (voldgalf/fixitpy on GitHub) reads. */
interface FixitpyGuide {
  title: unknown;
  steps: { title: unknown; text: string; images: unknown[] }[];
  summary: unknown;
  type: unknown;
  conclusion: unknown;
  difficulty: unknown;
  introduction: unknown;
  image: unknown;
  guide: unknown;
}

/** Sends requests as its HTTP library does: without redirects, compressed; an answer that is not labelled as JSON counts as empty. */
async function read<T>(core: TestCore, path: string): Promise<T | undefined> {
  const server = await listen(core.fetch, { host: '127.0.0.1', port: 0 });
  try {
    const { statusCode, headers, body } = await request(`${server.origin}/api/2.0${path}`, {
      headers: { 'user-agent': 'python-requests/2.34.2', accept: '*/*', connection: 'keep-alive' },
    });
    const text = await body.text();
    const isJson = statusCode === 200 && String(headers['content-type']).includes('application/json');
    return isJson ? (JSON.parse(text) as T) : undefined;
  } finally {
    await server.close();
  }
}

/** Reads a guide like the client, which fails on a guide without `image` and on a step without `media`. */
async function retrieveGuide(core: TestCore, guideid: number): Promise<FixitpyGuide | undefined> {
  const guide = await read<
    Json & {
      image: Json;
      steps: (Json & { lines: { text_raw: string }[]; media: { type: string; data: Json[] } })[];
    }
  >(core, `/guides/${guideid}`);
  return (
    guide && {
      title: guide['title'],
      steps: guide.steps.map(({ title, lines, media }) => ({
        title,
        text: lines.flatMap((line) => line.text_raw || []).join(' '),
        images: media.type === 'image' ? media.data.map(({ id }) => id) : [],
      })),
      summary: guide['summary'],
      type: guide['type'],
      conclusion: guide['conclusion_raw'],
      difficulty: guide['difficulty'],
      introduction: guide['introduction_raw'],
      image: guide.image['id'],
      guide: guide['guideid'],
    }
  );
}

async function retrieveMedia(core: TestCore, imageid: number): Promise<unknown> {
  const media = await read<Json & { image: Json }>(core, `/media/images/${imageid}`);
  if (!media) return undefined;
  const { id, guid: _, ...sizes } = media.image;
  return { id, width: media['width'], height: media['height'], sizes: Object.keys(sizes).toSorted() };
}

test('[contract 4] fixitpy reads guides and pictures at a hub and at a desk without its site', async () => {
  await using both = await pair();
  const { hub, desk, admin: token } = both;
  const body = await (await photo(640, 480)).jpeg().toBuffer();
  const upload = (name: string): Promise<MediaImage> =>
    hub.json<MediaImage>(`POST /user/media/images?file=${name}.jpg`, { token, body });
  const [cover, inside] = [await upload('cover'), await upload('inside')];
  const guideid = await addGuide(hub, token, {
    introduction: 'Switch it off.',
    conclusion: 'Switch it on.',
    image: cover.image.id,
  });
  const step = (await hub.json<{ steps: { stepid: number; revisionid: number }[] }>(`GET /guides/${guideid}`))
    .steps[0];
  await hub.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token,
    json: { media: { type: 'image', data: [inside.image.id] } },
  });
  const person = await deskPerson(both, 'ines', 'technician');
  await both.round({ people: [person] });
  both.net.disconnect();
  for (const core of [hub, desk]) {
    expect(await retrieveGuide(core, guideid)).toEqual({
      title: 'Mend the pump',
      steps: [
        { title: '', text: 'Do thing 1', images: [inside.image.id] },
        { title: '', text: 'Do thing 2', images: [] },
      ],
      summary: '',
      type: 'repair',
      conclusion: 'Switch it on.',
      difficulty: null,
      introduction: 'Switch it off.',
      image: cover.image.id,
      guide: guideid,
    });
    expect(await retrieveGuide(core, 999)).toBeUndefined();
    expect(await retrieveMedia(core, inside.image.id)).toEqual({
      id: inside.image.id,
      width: 640,
      height: 480,
      sizes: expect.arrayContaining(['medium', 'original', 'standard', 'thumbnail']),
    });
  }
  expect(await retrieveMedia(desk, inside.image.id)).toEqual(await retrieveMedia(hub, inside.image.id));
});
