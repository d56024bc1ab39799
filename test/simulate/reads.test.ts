import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { leftOut, reads } from '../helpers/reads.ts';

it('every read of the public API is compared between desk and hub, or exempt with a reason', () => {
  const known = endpoints
    .map(({ route }) => route)
    .filter((route) => route.startsWith('GET ') && !route.startsWith('GET /benchside/'));
  expect(Object.keys({ ...reads, ...leftOut }).sort()).toEqual(known.sort());
  expect(Object.keys(reads).filter((route) => route in leftOut)).toEqual([]);
});
