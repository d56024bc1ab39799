import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeOrder, mergeSequence, mergeSet } from '../../../app/sync/merge/sequence.ts';
import { mergeText } from '../../../app/sync/merge/text.ts';
import { mergeValue } from '../../../app/sync/merge/value.ts';
import type { Merge } from '../../../app/sync/merge/value.ts';

interface Line {
  id: number;
  text: string;
}

const lines: Merge<Line[]> = (base, mine, theirs) =>
  mergeSequence({ base, mine, theirs }, { keyOf: (line) => line.id, merge: mergeValue });

const word = fc.constantFrom('cap', 'bolt', 'seal', 'ring', 'pin');
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join('\n\n'));
const base = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), text: word }), {
  selector: (line) => line.id,
  maxLength: 6,
});

/** Edits, deletes, moves and inserts; inserted lines get ids that no other desk gives. */
const edited = (from: Line[], firstNew: number): fc.Arbitrary<Line[]> =>
  fc
    .record({
      kept: fc.shuffledSubarray(from, { minLength: 0 }),
      inOrder: fc.boolean(),
      words: fc.array(fc.option(word), { minLength: from.length, maxLength: from.length }),
      inserts: fc.array(fc.tuple(fc.nat(6), word), { maxLength: 3 }),
    })
    .map(({ kept, inOrder, words, inserts }) => {
      const order = inOrder ? from.filter((line) => kept.includes(line)) : kept;
      const result = order.map((line, index) => ({ ...line, text: words[index] ?? line.text }));
      for (const [index, [at, inserted]] of inserts.entries())
        result.splice(at, 0, { id: firstNew + index, text: inserted });
      return result;
    });

const threeVersions = base.chain((from) =>
  fc.record({ base: fc.constant(from), mine: edited(from, 100), theirs: edited(from, 200) }),
);

describe.each([
  ['values', mergeValue as Merge<unknown>, word as fc.Arbitrary<unknown>],
  ['texts', mergeText as Merge<never>, text],
  ['sets', mergeSet as Merge<never>, fc.uniqueArray(word)],
  ['lines', lines as unknown as Merge<never>, base],
])('merging %s', (_, merge, arbitrary) => {
  const apply = merge as Merge<unknown>;

  it('gives theirs when nothing was changed here, and mine when nothing was changed there', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, arbitrary as fc.Arbitrary<unknown>, (b, other) => {
        expect(apply(b, b, other)).toEqual({ ok: true, value: other });
        expect(apply(b, other, b)).toEqual({ ok: true, value: other });
      }),
    );
  });

  it('sees no conflict in the same change made twice', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, arbitrary as fc.Arbitrary<unknown>, (b, other) => {
        expect(apply(b, other, other)).toEqual({ ok: true, value: other });
      }),
    );
  });
});

describe('merging lines by lineid', () => {
  it('comes to the same result whoever synced first', () => {
    fc.assert(
      fc.property(threeVersions, ({ base: b, mine, theirs }) => {
        expect(lines(b, mine, theirs)).toEqual(lines(b, theirs, mine));
      }),
    );
  });

  it('keeps every text that somebody wrote', () => {
    fc.assert(
      fc.property(threeVersions, ({ base: b, mine, theirs }) => {
        const merged = lines(b, mine, theirs);
        if (!merged.ok) return;
        for (const side of [mine, theirs]) {
          for (const line of side) {
            if (!b.some((was) => was.id === line.id && was.text === line.text))
              expect(merged.value).toContainEqual(line);
          }
        }
      }),
    );
  });

  it('never calls changes of different lines a conflict', () => {
    fc.assert(
      fc.property(base, fc.array(word), (b, words) => {
        const mine = b.map((line, index) =>
          index % 2 ? line : { ...line, text: words[index] ?? line.text },
        );
        const theirs = b.filter((_line, index) => index % 2 === 0 || words[index] === undefined);
        const merged = lines(b, mine, theirs);
        expect(merged.ok).toBe(true);
      }),
    );
  });

  it('calls an edit of a line that the other deleted a conflict', () => {
    const b = [{ id: 1, text: 'old' }];
    expect(lines(b, [{ id: 1, text: 'new' }], [])).toEqual({ ok: false });
  });
});

it('puts two steps inserted at one place in an order that does not depend on who came first', () => {
  const tie = (a: string | number, b: string | number): number => Number(a) - Number(b);
  expect(mergeOrder([1, 2], [1, 7, 2], [1, 9, 2], tie)).toEqual({ ok: true, value: [1, 7, 9, 2] });
  expect(mergeOrder([1, 2], [1, 9, 2], [1, 7, 2], tie)).toEqual({ ok: true, value: [1, 7, 9, 2] });
  expect(mergeOrder([1, 2, 3], [3, 2, 1], [2, 1, 3], tie)).toEqual({ ok: false });
});

describe('merging texts by paragraphs', () => {
  it('takes changes of different paragraphs, and is symmetric', () => {
    fc.assert(
      fc.property(text, text, text, (b, mine, theirs) => {
        expect(mergeText(b, mine, theirs)).toEqual(mergeText(b, theirs, mine));
      }),
    );
    expect(mergeText('a\n\nb\n\nc', 'A\n\nb\n\nc', 'a\n\nb\n\nC\n\nd')).toEqual({
      ok: true,
      value: 'A\n\nb\n\nC\n\nd',
    });
    expect(mergeText('a\n\nb', 'a\n\nB', 'a\n\nß')).toEqual({ ok: false });
  });

  it.each([
    ['9,000 blank paragraphs', '\n\n.'.repeat(9000)],
    ['100,000 characters', 'a b\n\n'.repeat(20_000)],
    ['1,000,000 characters', 'word\n\n'.repeat(166_666)],
    ['1,000,000 line ends', '\n'.repeat(1_000_000)],
    ['1,000,000 characters of short lines', 'a\n'.repeat(500_000)],
  ])('[security 12] merges %s with a change at either end', (_, b) => {
    const mine = `mine\n\n${b}`;
    const theirs = `${b}\n\ntheirs`;
    const merged = mergeText(b, mine, theirs);
    expect(merged).toEqual(mergeText(b, theirs, mine));
    if (merged.ok) expect(merged.value).toBe(`mine\n\n${b}\n\ntheirs`);
    expect(merged.ok || !b.includes('\n\n') || /^\n+$/.test(b)).toBe(true);
  });

  it('[security 12] texts that differ everywhere wait for a decision', () => {
    const words = (seed: number): string =>
      Array.from({ length: 100_000 }, (_, i) => `w${((i + seed) * 7919 * seed) % 89}`).join('\n\n');
    expect(mergeText(words(1), words(2), words(3))).toEqual({ ok: false });
  });

  it('keeps every paragraph that somebody wrote', () => {
    fc.assert(
      fc.property(text, fc.nat(6), fc.nat(6), (b, at, elsewhere) => {
        const [mine, theirs] = [insert(b, at, 'mine'), insert(b, elsewhere, 'theirs')];
        const merged = mergeText(b, mine, theirs);
        if (!merged.ok) return;
        expect(merged.value).toContain('mine');
        expect(merged.value).toContain('theirs');
      }),
    );
  });
});

function insert(into: string, at: number, paragraph: string): string {
  const all = into === '' ? [] : into.split('\n\n');
  all.splice(at, 0, paragraph);
  return all.join('\n\n');
}
