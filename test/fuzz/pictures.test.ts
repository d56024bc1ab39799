import fc from 'fast-check';
import { expect, test } from 'vitest';

import { crop, normalise, variants, verifyPicture } from '../../app/media/imaging.ts';
import { loadSharp } from '../../app/media/sharp.ts';
import { videoInfo } from '../../app/media/video-info.ts';
import { AppError } from '../../shared/errors.ts';
import { bmp, corners } from '../media/pictures.ts';
import { inMemory } from '../media/in-memory.ts';
import { mp4 } from '../media/videos.ts';
import { fuzz, peakBytes } from './fuzz.ts';

/** A change of a file: cut off, with changed bytes, with huge numbers of four bytes, or with repeated parts. */
const damage = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(100_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('byte' as const),
      at: fc.oneof(fc.nat(200), fc.nat(100_000)),
      value: fc.nat(255),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('number' as const),
      at: fc.nat(100),
      value: fc.constantFrom(0, 1, 0x7fffffff, 0xffffffff, 0x8000_0000, 60_000, 65_535),
      littleEndian: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('again' as const), at: fc.nat(100_000), from: fc.nat(100_000) }),
  },
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged(whole: Buffer, changes: readonly Damage[]): Buffer {
  let bytes = Buffer.from(whole);
  for (const change of changes) {
    const at = change.at % Math.max(1, bytes.length - 4);
    if (change.kind === 'cut') bytes = bytes.subarray(0, at);
    else if (change.kind === 'again')
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(change.from % bytes.length)]);
    else if (bytes.length > at + 4) {
      if (change.kind === 'byte') bytes[at] = change.value;
      else if (change.littleEndian) bytes.writeUInt32LE(change.value, at);
      else bytes.writeUInt32BE(change.value, at);
    }
    if (bytes.length === 0) break;
  }
  return bytes;
}

async function refusedOr<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  }
}

test('[fuzz] a damaged picture gets all its sizes, or is refused in words', async () => {
  const sharp = await loadSharp();
  const picture = await corners(320, 200);
  const files: Record<string, Buffer> = {
    png: await picture.clone().png().toBuffer(),
    jpg: await picture
      .clone()
      .withExif({ IFD0: { Make: 'Bench' } })
      .jpeg()
      .toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
    tif: await picture.clone().tiff({ compression: 'none' }).toBuffer(),
    bmp: await bmp({ width: 320, height: 200, bits: 24 }),
  };
  const names = Object.keys(files);
  await fuzz(
    'pictures',
    fc.record({
      name: fc.constantFrom(...names),
      as: fc.option(fc.constantFrom(...names)),
      damages: fc.array(damage, { maxLength: 4 }),
    }),
    async ({ name, as, damages }) => {
      const bytes = damaged(files[name] ?? Buffer.alloc(0), damages);
      await refusedOr(verifyPicture(bytes));
      const original = await refusedOr(normalise(bytes, `a.${as ?? name}`));
      if (!original) return;
      const kept = await refusedOr(crop(original, 'ONE_ONE'));
      const made = kept && (await refusedOr(variants(kept)));
      for (const { bytes: variant } of made ?? [])
        expect((await sharp(variant).metadata()).width).toBeLessThanOrEqual(Math.max(1600, original.width));
    },
    { runs: 120 },
  );
  expect(peakBytes()).toBeLessThan(2 * 2 ** 30);
});

test('[fuzz] a damaged video reports its length, or is refused in words', async () => {
  const whole = Buffer.from(mp4());
  await fuzz(
    'videos',
    fc.array(damage, { maxLength: 5 }),
    async (damages) => {
      await refusedOr(videoInfo(inMemory(damaged(whole, damages)), 'a.mp4'));
    },
    { runs: 1500 },
  );
});
