import { expect, it } from 'vitest';

import { misfitsOf } from './find-mutations.ts';
import { mutations } from './mutations.ts';

it('each text that a mutation replaces is in its file once', () => {
  expect(mutations.flatMap((mutation) => misfitsOf(mutation))).toEqual([]);
});
