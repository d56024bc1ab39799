import { expect, it } from 'vitest';

import { CommitBatcher } from '../../../app/sync/push/commit-batcher.ts';
import { testCore } from '../../helpers/core.ts';

it('changes that are ready at once share a commit, and a failing one does not affect the others', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const batcher = new CommitBatcher(store);
  let commits = 0;
  let undone = 0;
  const note = (name: string, fails = false): Promise<void> =>
    batcher.transact((s) => {
      s.meta.set(name, true);
      s.db.onCommit(() => (commits += 1));
      s.db.onRollback(() => (undone += 1));
      if (fails) throw new Error(`not ${name}`);
    });
  const stored = (name: string): unknown => store.read(null, (s) => s.meta.get(name));

  const before = store.version;
  await Promise.all([note('one'), note('two')]);
  expect(store.version).toBe(before + 1);
  expect([stored('one'), stored('two'), commits, undone]).toEqual([true, true, 2, 0]);

  const outcomes = await Promise.allSettled([note('three'), note('four', true), note('five')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([stored('three'), stored('four'), stored('five')]).toEqual([true, undefined, true]);
  // The two that were tried together were undone, and then the one that fails alone.
  expect([commits, undone]).toEqual([4, 3]);
});
