import { expect, test } from 'vitest';

import type { SearchHit } from '../../../shared/model/benchside.ts';
import type { Store } from '../../../app/store/store.ts';
import { hitTexts } from '../../../app/store/search/page.ts';
import { isWithin } from '../../../app/store/search/vocabulary.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuides, admin, hitsOf, titlesOf } from '../../helpers/search.ts';

const pages = [
  { title: 'Disc Brake Pads', lines: ['Worn pads grind.'] },
  { title: 'Brake Bleed', lines: ['Push the oil through the disc brake.'] },
  { title: 'Tyre Change', lines: ['Lever off the tyre.'] },
  { title: 'Solid-State Drive Installation' },
  { title: 'Dishwasher Filter' },
  { title: 'Laugenpumpe tauschen' },
  { title: 'Filter einer Pumpe' },
];

/** Returns titles with the words that each lacks. */
const lacking = (store: Store, text: string): [string, string[] | undefined][] =>
  store.read(null, (s) =>
    hitTexts(s, s.search.find({ text, limit: 20, offset: 0 })).map((hit) => {
      const { title, without } = JSON.parse(hit) as SearchHit;
      return [title.replaceAll(/[\uE000\uE001]/g, ''), without];
    }),
  );

test('if nothing has all words, documents with the most words come first and name the missing ones', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, pages);
  expect(lacking(store, 'disc brake pads squeak ')).toEqual([
    ['Disc Brake Pads', ['squeak']],
    ['Brake Bleed', ['squeak', 'brake pads']],
  ]);
  expect(lacking(store, 'pads oil ')).toEqual([
    ['Disc Brake Pads', ['oil']],
    ['Brake Bleed', ['pads']],
  ]);
  expect(lacking(store, 'brake ').map(([, without]) => without)).toEqual([undefined, undefined]);
  expect(lacking(store, 'xyzzyx qwertz ')).toEqual([]);
});

test('pages and filters of a search with omitted words are consistent', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(
    store,
    Array.from({ length: 30 }, (_, i) => ({ title: `Pump ${i}`, type: i < 3 ? 'teardown' : 'repair' })),
  );
  const first = hitsOf(store, 'pump squeak ', { limit: 12 });
  const second = hitsOf(store, 'pump squeak ', { limit: 12, offset: 12 });
  expect(first.total).toBeGreaterThanOrEqual(20);
  expect(new Set([...first.titles, ...second.titles]).size).toBe(Math.min(24, first.total));
  expect(hitsOf(store, 'pump squeak ', { type: 'teardown' }).total).toBe(3);
});

test.each([
  ['a synonym', 'tire ', 'Tyre Change'],
  ['a phrase for an abbreviation', 'SSD ', 'Solid-State Drive Installation'],
  ['another phrase', 'solid state disk', 'Solid-State Drive Installation'],
  ['a word written as two', 'dish washer', 'Dishwasher Filter'],
  ['a German compound of two words', 'Filterspumpe', 'Filter einer Pumpe'],
])('a search finds %s: "%s" finds %s', async (_, query, title) => {
  await using core = testCore();
  addGuides(core.ctx.store, pages);
  expect(titlesOf(core.ctx.store, query)[0]).toBe(title);
});

test('stop words are ignored in the languages of the site', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, pages);
  expect(lacking(store, "how do I change the tyre if it won't turn ")[0]).toEqual(['Tyre Change', ['turn']]);
  expect(lacking(store, 'wie tausche ich die Laugenpumpe ')[0]?.[1]).toContain('wie');
  store.transact(admin, (s) => s.meta.set('site', { ...s.meta.site, langids: ['de'] }));
  expect(lacking(store, 'was ist mit der Laugenpumpe ')).toEqual([['Laugenpumpe tauschen', undefined]]);
});

test('omitted words never reveal a word of a guide that the viewer may not see', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, [...pages, { title: 'Prototype Brake', public: false }]);
  expect(lacking(store, 'prototype brake ').map(([title, without]) => [title, without])).toEqual([
    ['Brake Bleed', ['prototype']],
    ['Disc Brake Pads', ['prototype']],
  ]);
  expect(hitsOf(store, 'prototype brake ', {}, admin).titles).toHaveLength(1);
});

test.each([
  ['battery', 'baterry', 2, true],
  ['washing', 'wahsing', 1, true],
  ['machine', 'mahcien', 2, true],
  ['impeller', 'inpeler', 2, true],
  ['impeller', 'inpelar', 2, false],
  ['abc', 'cba', 1, false],
])('%s and %s are within %i: %s', (word, typed, most, expected) => {
  expect(isWithin(most, typed, word)).toBe(expected);
  expect(isWithin(most, `${typed}`, `${word}xyz`, true)).toBe(expected);
});
