import fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchLists } from '../../shared/diff.ts';

/** Computes the result with a table of quadratic size. */
function longestCommon(a: readonly unknown[], b: readonly unknown[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const item of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(item === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

test('the common items of two lists are in order, and as many as possible', () => {
  fc.assert(
    fc.property(list, list, (a, b) => {
      const { matches, isComplete } = matchLists(a, b);
      expect(isComplete).toBe(true);
      expect(matches.map(({ before }) => a[before])).toEqual(matches.map(({ after }) => b[after]));
      for (const [i, { before, after }] of matches.entries()) {
        expect(before).toBeGreaterThan(matches[i - 1]?.before ?? -1);
        expect(after).toBeGreaterThan(matches[i - 1]?.after ?? -1);
      }
      expect(matches).toHaveLength(longestCommon(a, b));
    }),
    { numRuns: 3000 },
  );
});

test('[security 12] with too few steps the matches are still common and in order', () => {
  fc.assert(
    fc.property(list, list, fc.nat(60), (a, b, most) => {
      const { matches, isComplete } = matchLists(a, b, most);
      expect(matches.map(({ before }) => a[before])).toEqual(matches.map(({ after }) => b[after]));
      expect(matches.every(({ after }, i) => after > (matches[i - 1]?.after ?? -1))).toBe(true);
      if (isComplete) expect(matches).toHaveLength(longestCommon(a, b));
    }),
    { numRuns: 2000 },
  );
});

test('[security 12] a few differences in long lists cost linear time, and wholly different lists cost nothing', () => {
  const blank = Array.from({ length: 500_000 }, () => '');
  const mine = blank.toSpliced(250_000, 1, 'mine');
  const theirs = blank.toSpliced(100_000, 3);
  for (const other of [mine, theirs, [...theirs, 'x']]) {
    const { isComplete, steps } = matchLists(blank, other);
    expect(isComplete).toBe(true);
    expect(steps).toBeLessThan(8 * blank.length);
  }
  const other = blank.map((_, i) => i);
  expect(matchLists(blank, other)).toEqual({ matches: [], isComplete: true, steps: 0 });
});

test('[security 12] lists that differ everywhere end at the limit of steps', () => {
  const shuffled = (seed: number): number[] => {
    let state = seed;
    return Array.from({ length: 200_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % 97;
    });
  };
  const { isComplete, steps } = matchLists(shuffled(1), shuffled(2), 1_000_000);
  expect(isComplete).toBe(false);
  expect(steps).toBeLessThan(1_500_000);
});
