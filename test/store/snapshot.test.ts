import { expect, it } from 'vitest';

import { testCore } from '../helpers/core.ts';

it('a read sees one state of the store, unaffected by concurrent writes', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const title = (): string | undefined => store.read(null, (s) => s.meta.get<string>('title'));
  store.transact(null, (s) => s.meta.set('title', 'before'));
  store.read(null, (s) => {
    expect(s.meta.get('title')).toBe('before');
    store.transact(null, (writer) => writer.meta.set('title', 'after'));
    expect(s.meta.get('title')).toBe('before');
    expect(title()).toBe('before');
    expect(s.db.inTransaction).toBe(false);
  });
  expect(title()).toBe('after');
});

it('a read that fails leaves the next one a fresh state', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  expect(() =>
    store.read(null, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  store.transact(null, (s) => s.meta.set('title', 'after'));
  expect(store.read(null, (s) => s.meta.get('title'))).toBe('after');
});

it('a document that one transaction stores, indexes again and removes is found in its final state', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const fields = (text: string) => ({ title: 'Pump', category: 'Garden', items: '', text });
  const found = (text: string): number[] =>
    store.read(null, (s) => s.search.find({ text, limit: 9, offset: 0 }).page.map(({ id }) => id));
  const [kept, gone] = store.transact(null, (s) =>
    ['One', 'Two'].map((title) =>
      s.guides.create({ category: 'Garden', type: 'repair', title, public: true }),
    ),
  ) as [number, number];
  store.transact(null, (s) => {
    s.search.put('guide', kept, fields('zeolite'));
    s.search.put('guide', kept, fields('gasket'));
    s.search.put('guide', gone, fields('gasket'));
    s.search.remove('guide', gone);
  });
  expect([found('zeolite '), found('gasket ')]).toEqual([[], [kept]]);
});
