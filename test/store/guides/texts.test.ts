import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide } from '../../helpers/pair.ts';
import { workshop } from '../../helpers/workshop.ts';

const titleOf = async (core: { json<T>(route: string): Promise<T> }, guideid: number): Promise<string> =>
  (await core.json<Guide>(`GET /guides/${guideid}`)).title;

it('a cached guide is read again once other bytes are stored, also under the same revision', async () => {
  await using w = await workshop();
  const guideid = await addGuide(w.core, w.admin, { title: 'Before' });
  expect(await titleOf(w.core, guideid)).toBe('Before');
  w.core.ctx.store.transact(null, (s) => {
    const document = s.guides.document(guideid);
    s.guides.put({ ...document, body: { ...document.body, title: 'After' } }, { keepRevision: true });
  });
  expect(await titleOf(w.core, guideid)).toBe('After');
});

it('guides with the same id in two stores of one process are kept apart', async () => {
  await using first = await workshop();
  await using second = testCore();
  await addGuide(first.core, first.admin, { title: 'Of the first' });
  second.ctx.store.transact(null, (s) =>
    s.guides.create({ category: 'Pump', type: 'repair', title: 'Of the second', public: true }),
  );
  for (let round = 0; round < 2; round += 1) {
    expect(await titleOf(first.core, 1)).toBe('Of the first');
    expect(await titleOf(second, 1)).toBe('Of the second');
  }
});
