import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { MediaImage } from '../../shared/model/image.ts';
import { deskPerson, pair } from '../helpers/pair.ts';
import { corners, cornersOf } from '../media/pictures.ts';

it('a HEIC and a WebP that were added offline reach the hub once, as pictures that every client shows', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const files = {
    'IMG_0042.HEIC': readFileSync(join(import.meta.dirname, '../media/turned.heic')),
    'door.webp': await (await corners()).webp({ lossless: true }).toBuffer(),
  };
  for (const [name, bytes] of Object.entries(files))
    await desk.json(`POST /user/media/images?file=${name}`, { ...ann, body: new Uint8Array(bytes) });
  const broken = new Uint8Array(files['IMG_0042.HEIC'].subarray(0, 1200));
  const refused = await desk.call('POST /user/media/images?file=a.heic', { ...ann, body: broken });
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('damaged or incomplete'),
  ]);

  expect((await both.round({ people: [ann] })).problem).toBeNull();
  const items = await hub.json<MediaImage[]>('GET /user/media/images', ann);
  expect(items.map(({ width, height }) => [width, height]).toSorted()).toEqual([
    [160, 240],
    [240, 160],
  ]);
  for (const { image, width } of items) {
    const picture = await hub.fetch(new Request(image.original));
    const isPhoto = width === 160;
    expect(picture.headers.get('Content-Type')).toBe(isPhoto ? 'image/jpeg' : 'image/png');
    expect(await cornersOf(new Uint8Array(await picture.arrayBuffer()))).toBe(isPhoto ? 'WRGB' : 'RGBW');
  }
});
