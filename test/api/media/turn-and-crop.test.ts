import { afterAll, beforeAll, expect, it } from 'vitest';

import { loadSharp } from '../../../app/media/sharp.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { corners, cornersOf } from '../../media/pictures.ts';

let core: TestCore;
let ada: TestPerson;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  core = testCore();
  ada = await addPerson(core, 'ada');
  png = new Uint8Array(await (await corners(240, 160)).png().toBuffer());
});

afterAll(async () => {
  await core[Symbol.asyncDispose]();
});

const upload = (query: string, body = png, file = 'a.png'): Promise<MediaImage> =>
  core.json(`POST /user/media/images?file=${file}&${query}`, { token: ada.token, body });

async function cornersAt({ image }: MediaImage): Promise<string> {
  const answer = await core.fetch(new Request(image.original));
  return cornersOf(new Uint8Array(await answer.arrayBuffer()));
}

it('rotates a picture clockwise', async () => {
  for (const [turn, width, height, shows] of [
    [0, 240, 160, 'RGBW'],
    [90, 160, 240, 'WRGB'],
    [180, 240, 160, 'BWRG'],
    [270, 160, 240, 'GBWR'],
  ] as const) {
    const item = await upload(`turn=${turn}`);
    expect([item.width, item.height, await cornersAt(item)]).toEqual([width, height, shows]);
  }
});

it('keeps the part that was chosen on the rotated picture', async () => {
  const right = await upload('crop=120,0,120,160');
  expect([right.width, right.height, await cornersAt(right)]).toEqual([120, 160, 'GGBB']);
  // Turned, the left half is white above blue.
  const both = await upload('turn=90&crop=0,0,80,240');
  expect([both.width, both.height, await cornersAt(both)]).toEqual([80, 240, 'WWBB']);
  const jpeg = new Uint8Array(await (await corners(240, 160)).jpeg().toBuffer());
  const item = await upload('turn=270&crop=80,0,80,240', jpeg, 'a.jpg');
  expect([item.width, item.height, await cornersAt(item)]).toEqual([80, 240, 'BBWW']);
  const whole = await upload('crop=0,0,240,160');
  const stored = await core.fetch(new Request(whole.image.original));
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(png);
});

it('refuses what cannot be cut, with a message, and stores nothing', async () => {
  const before = await core.ctx.media.usage();
  const refused = async (query: string, body = png, file = 'a.png'): Promise<string> =>
    (
      await core.json<{ message: string }>(`POST /user/media/images?file=${file}&${query}`, {
        token: ada.token,
        body,
        expect: 422,
      })
    ).message;
  expect(await refused('crop=200,0,60,60')).toBe(
    'The part is outside the picture, which is 240 × 160 pixels.',
  );
  expect(await refused('turn=90&crop=0,0,240,160')).toContain('which is 160 × 240 pixels');
  expect(await refused('crop=0,0,49,80')).toContain('at least 50 × 50 pixels');
  expect(await refused('crop=0,0,0,0')).toContain('at least 50 × 50 pixels');
  for (const crop of ['-1,0,60,60', '0,0,60', 'a,b,c,d', '0,0,60.5,60', '0,0,9999999,60'])
    expect(await refused(`crop=${crop}`)).toContain('left,top,width,height');
  expect(await refused('turn=45')).toContain('turn');
  const sharp = await loadSharp();
  const frames = [png, await (await corners(240, 160)).negate().png().toBuffer()];
  const moving = new Uint8Array(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  expect(await refused('turn=90', moving, 'a.gif')).toBe(
    'An animated picture can be cropped, but not rotated.',
  );
  expect(await core.ctx.media.usage()).toEqual(before);
  const half = await upload('crop=0,0,120,160', moving, 'a.gif');
  expect([half.width, half.height, await cornersAt(half)]).toEqual([120, 160, 'RRWW']);
});
