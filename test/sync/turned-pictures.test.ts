import { expect, it } from 'vitest';

import type { MediaImage } from '../../shared/model/image.ts';
import { deskPerson, pair } from '../helpers/pair.ts';
import { corners, cornersOf } from '../media/pictures.ts';

it('a picture that was rotated and cropped offline reaches the hub once, and is not rotated again', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const body = new Uint8Array(await (await corners(240, 160)).png().toBuffer());
  await desk.json('POST /user/media/images?file=a.png&turn=90&crop=0,0,80,240', { ...ann, body });

  expect((await both.round({ people: [ann] })).problem).toBeNull();
  const items = await hub.json<MediaImage[]>('GET /user/media/images', ann);
  expect(items.map(({ width, height }) => [width, height])).toEqual([[80, 240]]);
  const [item] = items;
  const answer = await hub.fetch(new Request(item?.image.original ?? ''));
  expect(await cornersOf(new Uint8Array(await answer.arrayBuffer()))).toBe('WWBB');
});
