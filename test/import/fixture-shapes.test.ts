import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { MediaImage } from '../../shared/model/image.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addUser } from '../helpers/pair.ts';
import { smallPicture } from './small-picture.ts';
import { seedFixture } from '../../app/import/fixture.ts';

const dot = await smallPicture();

/** Seeds a new hub. @returns its pictures, and the ignored keys */
async function seeded(
  fixture: object,
): Promise<{ image: (id: number) => Promise<MediaImage>; unknown: [string, number][] } & AsyncDisposable> {
  const folder = temporaryFolder();
  const core = testCore();
  const file = join(folder.path, 'fixture.json');
  writeFileSync(file, JSON.stringify(fixture));
  const unknown: [string, number][] = [];
  await seedFixture(file, core.ctx.store, core.ctx.media, undefined, (path, count) =>
    unknown.push([path, count]),
  );
  const token = await addUser(core, 'boss@example.org', 'admin');
  return {
    image: (id) => core.json<MediaImage>(`GET /media/images/${id}`, { token }),
    unknown,
    [Symbol.asyncDispose]: async () => {
      await core[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('[contract G3] seeding keeps the drawing on a picture, and its source', async () => {
  const markup = ';circle,300x200,80,red;';
  await using hub = await seeded({
    images: [
      { id: 1, guid: 'plain', data: dot },
      { id: 2, guid: 'marked', data: dot, srcid: 1, markup },
    ],
  });
  expect(await hub.image(2)).toMatchObject({ srcid: 1, markup, srcImageInfo: { image: { id: 1 } } });
  expect(hub.unknown).toEqual([]);
});

test('[contract G3] seeding reports every unknown key by its path', async () => {
  const line = { text: 'Open it.', colour: 'red' };
  await using hub = await seeded({
    extra: 1,
    images: [{ id: 1, guid: 'plain', data: dot, colour: 'teal' }],
    guides: [
      {
        guideid: 1,
        category: 'Pump',
        author: { userid: 5, username: 'Left to the reference' },
        hue: 1,
        steps: [{ lines: [line, line], media: { type: 'image', data: [1] } }],
      },
    ],
    users: [{ userid: 5, username: 'Ada' }],
  });
  expect(hub.unknown.sort()).toEqual([
    ['extra', 1],
    ['guides[].hue', 1],
    ['guides[].steps[].lines[].colour', 2],
    ['images[].colour', 1],
  ]);
});

test("[contract G4] seeding takes items of a media manager in the shape of the API's answers", async () => {
  const image = {
    id: 56,
    guid: 'B',
    original: 'https://example.org/igi/B',
    mini: 'https://example.org/igi/B.mini',
  };
  await using hub = await seeded({
    images: [
      { image, srcid: null, width: 60, height: 50, ratio: 'VARIABLE', markup: null, exif: {}, data: dot },
    ],
  });
  expect(await hub.image(56)).toMatchObject({ guid: 'B', width: 60, height: 50 });
  expect(hub.unknown).toEqual([]);
});
