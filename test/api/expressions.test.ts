import { expect, it } from 'vitest';

import { withoutSecrets } from '../../app/secrets.ts';
import { textOfHtml } from '../../app/store/search/highlight.ts';
import { Phrasebook } from '../../app/translate/phrasebook.ts';
import { limits } from '../../shared/limits.ts';
import { testCore } from '../helpers/core.ts';

/** So long that work that grows with the square of it would not end before the test's timeout. */
const long = 300_000;

it.each<[string, () => unknown]>([
  ['what is logged', () => withoutSecrets('a'.repeat(long))],
  ['the HTML of a site', () => textOfHtml('<'.repeat(long))],
  ['a text to translate', () => new Phrasebook([]).plain(`a${' '.repeat(long)}b`)],
])('[security expressions] %s is read in time that grows with its length', (_, read) => {
  expect(read()).toBeTypeOf('string');
});

it('[security expressions] many slashes in an address cost only linear time', async () => {
  await using core = testCore();
  const path = `/guides${'/'.repeat(limits.request.url.max - 100)}a/`;
  for (let n = 0; n < 1000; n += 1) await core.json(`GET ${path}`, { expect: 404 });
});
