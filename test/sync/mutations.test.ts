import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { mutations } from '../simulate/mutations.ts';

/** The mutations themselves are played by hand: `npm run simulate -- --mutations`. */
it.each(mutations)('the mutation "$name" finds the places it breaks, each once', ({ changes }) => {
  for (const { file, from } of changes) {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    expect(text.split(from).length - 1, `${file}: ${from}`).toBe(1);
  }
});
