import { expect, it } from 'vitest';

import { distinctDrawings, drawNumbered, drawVariants } from '../../app/media/draw.ts';
import { normalise } from '../../app/media/imaging.ts';

it('draws a picture of the size and weight of a photograph: the same for a number, another for the next', async () => {
  const [one, again, other] = [await drawNumbered(17), await drawNumbered(17), await drawNumbered(18)];
  expect(one).toMatchObject({ width: 1600, height: 1200, mime: 'image/jpeg' });
  expect(Buffer.compare(one.bytes, again.bytes)).toBe(0);
  expect(Buffer.compare(one.bytes, other.bytes)).not.toBe(0);
  for (const { bytes } of [one, other, await drawNumbered(distinctDrawings - 1)]) {
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(bytes.length).toBeLessThan(320_000);
  }
  expect((await normalise(one.bytes, 'a.jpg')).bytes).toBe(one.bytes);
  expect(
    (await drawVariants(one)).map(({ size, bytes }) => size === 'huge' && bytes === one.bytes),
  ).toContain(true);
});
