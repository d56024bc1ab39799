import fc from 'fast-check';

import { boundedLinks } from '../../shared/wiki/links.ts';
import { knownLinks, soup } from '../shared/wiki/markup.ts';

export const links = (): typeof knownLinks => boundedLinks(knownLinks);

/** A piece of text repeated many times, between a beginning and an end that may be repeated, too. */
export const shape = fc.record({
  open: soup,
  unit: soup.filter((text) => text !== ''),
  close: soup,
  nested: fc.boolean(),
});
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;

export const built = ({ open, unit, close, nested }: Shape, length: number): string => {
  if (!nested) return open + unit.repeat(Math.ceil(length / unit.length)) + close;
  const times = Math.ceil(length / (open.length + close.length + 1));
  return open.repeat(times) + unit + close.repeat(times);
};
