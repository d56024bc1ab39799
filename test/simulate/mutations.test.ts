import { expect, it } from 'vitest';

import { misfitsOf, mutations } from './mutations.ts';

it('each text that a mutation replaces is in its file once', () => {
  expect(mutations.flatMap((mutation) => misfitsOf(mutation))).toEqual([]);
});
