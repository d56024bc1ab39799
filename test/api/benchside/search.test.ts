import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SearchResults } from '../../../shared/model/benchside.ts';
import { testCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import { addGuides } from '../../helpers/search.ts';

test('GET /benchside/search answers marked hits, counts and the corrected words', async () => {
  await using core = testCore();
  addGuides(core.ctx.store, [
    { title: 'Battery Replacement', category: 'Phone', summary: 'How to replace a battery.' },
    {
      title: 'Screen',
      category: 'Phone',
      type: 'teardown',
      lines: ['Mind the <b>battery</b> & the "cable".'],
    },
  ]);
  const found = await core.json<SearchResults>('GET /benchside/search?q=batery&limit=10');
  expect(found).toMatchObject({
    query: 'batery',
    total: 2,
    totalCap: 200,
    corrected: 'battery',
    categories: [{ category: 'Phone', count: 2 }],
    types: [
      { type: 'repair', count: 1 },
      { type: 'teardown', count: 1 },
    ],
  });
  expect(found.hits.map(({ kind, title, snippet }) => [kind, title, snippet])).toEqual([
    ['guide', '\uE000Battery\uE001 Replacement', 'How to replace a \uE000battery\uE001.'],
    ['guide', 'Screen', expect.stringContaining('\uE000battery\uE001')],
  ]);
  expect(found.hits[0]).toHaveProperty('guide.url', expect.stringMatching(/^http:\/\/bench\.test\/Guide\//));
  const second = await core.json<SearchResults>('GET /benchside/search?q=battery&limit=1&offset=1');
  expect(second.hits.map(({ title }) => title)).toEqual(['Screen']);
  const filtered = await core.json<SearchResults>(
    'GET /benchside/search?q=battery&type=teardown&category=Phone',
  );
  expect(filtered.total).toBe(1);
});

test('GET /benchside/search without words finds nothing, refuses an invalid page, and answers any other text', async () => {
  await using core = testCore();
  addGuides(core.ctx.store, [{ title: 'Battery' }]);
  for (const query of [
    '',
    '?q=',
    '?q=%20',
    '?q=%22*',
    '?q=%00',
    '?q=%F0%9F%98%80',
    `?q=${'%22'.repeat(3_000)}`,
  ]) {
    expect(await core.json('GET /benchside/search' + query)).toMatchObject({
      total: 0,
      hits: [],
      corrected: null,
    });
  }
  await core.json('GET /benchside/search?q=battery&limit=0', { expect: 422 });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
      const { status } = await core.call(
        `GET /benchside/search?${new URLSearchParams({ q: text }).toString()}`,
      );
      expect(status).toBe(200);
    }),
    { numRuns: 100 },
  );
});

test('only signed-in people search a private site', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  core.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  for (const route of ['GET /benchside/search?q=a', 'GET /benchside/home', 'GET /benchside/category/Phone']) {
    await core.json(route, { expect: 401 });
  }
  await core.json('GET /benchside/search?q=a', { token: ann.token });
  await core.json('GET /benchside/info');
});
