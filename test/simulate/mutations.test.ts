import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { mutations } from './mutations.ts';

it('each text that a mutation replaces stands in its file once', () => {
  const root = join(import.meta.dirname, '../..');
  const lost = mutations.flatMap(({ name, changes }) =>
    changes
      .filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
  );
  expect(lost).toEqual([]);
});
