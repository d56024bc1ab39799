import fc from 'fast-check';
import { expect, it } from 'vitest';

import { markerColours, markerKinds, readMarkup, writeMarkup } from '../../shared/markup.ts';
import type { Marker, MarkerColour } from '../../shared/markup.ts';

const place = fc.record({ x: fc.nat(20_000), y: fc.nat(20_000) });
const marker: fc.Arbitrary<Marker> = fc
  .record({
    kind: fc.constantFrom(...markerKinds),
    from: place,
    to: place,
    colour: fc.constantFrom(...(Object.keys(markerColours) as MarkerColour[])),
  })
  // A circle is stored as its radius: the point on it is read back to the right of the middle.
  .map((given) =>
    given.kind === 'circle' ? { ...given, to: { x: given.from.x + given.to.x, y: given.from.y } } : given,
  );

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.array(marker), (markers) => {
      expect(readMarkup(writeMarkup(markers))).toEqual(markers);
    }),
  );
});

it('reads what sites write, and refuses unknown markers', () => {
  expect(readMarkup(';rectangle,10x10,50x40,red;circle,300x200,80,light_blue;')).toEqual([
    { kind: 'rectangle', from: { x: 10, y: 10 }, to: { x: 50, y: 40 }, colour: 'red' },
    { kind: 'circle', from: { x: 300, y: 200 }, to: { x: 380, y: 200 }, colour: 'light_blue' },
  ]);
  expect(readMarkup('')).toEqual([]);
  for (const unknown of [
    ';crop,0x0,800x600;',
    ';circle,10x10,5,red;star,1x1,2x2,red;',
    ';line,1x1,2x2,pink;',
    ';line,-1x1,2x2,red;',
    ';line,1x1,2x2x3,red;',
    'null',
  ])
    expect(readMarkup(unknown)).toBeNull();
});
