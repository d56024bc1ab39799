import { expect, it } from 'vitest';

import { namesExportedTwice } from './names-exported-twice.ts';

it('a name that a file of the program exports is exported by no other file', () => {
  expect([...namesExportedTwice()]).toEqual([]);
});
