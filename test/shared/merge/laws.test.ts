import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeOrder, mergeSequence, mergeSet } from '../../../shared/merge/sequence.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import { cleanly, mergeValue } from '../../../shared/merge/value.ts';
import type { Merge, Merged } from '../../../shared/merge/value.ts';

interface Line {
  id: number;
  text: string;
}

const lines: Merge<Line[]> = (base, mine, theirs) =>
  mergeSequence({ base, mine, theirs }, { keyOf: (line) => line.id, merge: mergeValue });

const word = fc.constantFrom('cap', 'bolt', 'seal', 'ring', 'pin');
const text = fc
  .array(fc.tuple(word, fc.constantFrom('\n', '\n\n')), { maxLength: 6 })
  .map((parts) => parts.map((part) => part.join('')).join(''));
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

/** The same merge, seen from the other side. */
const swapped = <Value>({ mine, theirs, clean }: Merged<Value>): Merged<Value> => ({
  mine: theirs,
  theirs: mine,
  clean,
});

type AnyMerge = (base: never, mine: never, theirs: never) => Merged<unknown>;

describe.each<[string, AnyMerge, fc.Arbitrary<unknown>]>([
  ['values', mergeValue, word],
  ['texts', mergeText, text],
  ['sets', mergeSet, fc.uniqueArray(word)],
  ['lines', lines, base],
])('merging %s', (_, merge, arbitrary) => {
  const apply = merge as Merge<unknown>;

  it('gives theirs when nothing was changed here, and mine when nothing was changed there', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (b, other) => {
        expect(apply(b, b, other)).toEqual(cleanly(other));
        expect(apply(b, other, b)).toEqual(cleanly(other));
      }),
    );
  });

  it('sees no conflict in the same change made twice', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (b, other) => {
        expect(apply(b, other, other)).toEqual(cleanly(other));
      }),
    );
  });
});

describe('merging lines by lineid', () => {
  it('gives the same result in either order of syncing', () => {
    fc.assert(
      fc.property(threeVersions, ({ base: b, mine, theirs }) => {
        expect(lines(b, mine, theirs)).toEqual(swapped(lines(b, theirs, mine)));
      }),
    );
  });

  it('keeps every text that a person wrote', () => {
    fc.assert(
      fc.property(threeVersions, ({ base: b, mine, theirs }) => {
        const merged = lines(b, mine, theirs);
        if (!merged.clean) return;
        for (const side of [mine, theirs]) {
          for (const line of side) {
            if (!b.some((was) => was.id === line.id && was.text === line.text))
              expect(merged.mine).toContainEqual(line);
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
        expect(merged.clean).toBe(true);
      }),
    );
  });

  it('reports a conflict if one side edited a line that the other deleted', () => {
    const b = [{ id: 1, text: 'old' }];
    expect(lines(b, [{ id: 1, text: 'new' }], [])).toMatchObject({ clean: false });
  });
});

it('puts two steps inserted at one place in an order that does not depend on who came first', () => {
  const tie = (a: string | number, b: string | number): number => Number(a) - Number(b);
  expect(mergeOrder([1, 2], [1, 7, 2], [1, 9, 2], tie)).toEqual(cleanly([1, 7, 9, 2]));
  expect(mergeOrder([1, 2], [1, 9, 2], [1, 7, 2], tie)).toEqual(cleanly([1, 7, 9, 2]));
  expect(mergeOrder([1, 2, 3], [3, 2, 1], [2, 1, 3], tie)).toMatchObject({ clean: false });
});

it('a list keeps items that either side added, and no item that a side removed', () => {
  const keys = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '6'), { maxLength: 6 });
  fc.assert(
    fc.property(keys, keys, keys, (b, mine, theirs) => {
      const merged = mergeSequence({ base: b, mine, theirs }, { keyOf: (key) => key });
      for (const side of [merged.mine, merged.theirs])
        for (const key of [...mine, ...theirs])
          expect(side.includes(key)).toBe(
            b.includes(key) ? mine.includes(key) && theirs.includes(key) : true,
          );
    }),
  );
});

describe('merging texts by lines', () => {
  it('resolves conflicting changes in two ways, each with the changes that only one side made', () => {
    fc.assert(
      fc.property(text, text, text, (b, mine, theirs) => {
        const merged = mergeText(b, mine, theirs);
        const [was, mineOnly] = [b.split('\n'), mine.split('\n')];
        for (const line of mineOnly.filter((one) => !was.includes(one)))
          expect(merged.mine.split('\n')).toContain(line);
      }),
    );
    expect(mergeText('a\nb\nc', 'x\nb\nC', 'y\nb\nc')).toEqual({
      mine: 'x\nb\nC',
      theirs: 'y\nb\nC',
      clean: false,
    });
  });

  it('[J5.1] takes changes of different lines of a paragraph, and is symmetric', () => {
    fc.assert(
      fc.property(text, text, text, (b, mine, theirs) => {
        expect(mergeText(b, mine, theirs)).toEqual(swapped(mergeText(b, theirs, mine)));
      }),
    );
    expect(mergeText('a\n\nb\n\nc', 'A\n\nb\n\nc', 'a\n\nb\n\nC\n\nd')).toEqual(cleanly('A\n\nb\n\nC\n\nd'));
    expect(mergeText('a\nb\nc\n', 'A\nb\nc\n', 'a\nB\nc\nd\n')).toEqual(cleanly('A\nB\nc\nd\n'));
    expect(mergeText('a\n\nb', 'a\n\nB', 'a\n\nß')).toMatchObject({ clean: false });
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
    expect(merged).toEqual(swapped(mergeText(b, theirs, mine)));
    if (merged.clean) expect(merged.mine).toBe(`mine\n\n${b}\n\ntheirs`);
    expect(merged.clean || !b.includes('\n\n') || /^\n+$/.test(b)).toBe(true);
  });

  it('[security 12] merges texts in which both sides added hundreds of lines between many different blank lines', () => {
    const side = (blank: (i: number) => string): string =>
      Array.from(
        { length: 250 },
        (_, i) => `new ${i}\n${Array.from({ length: 2000 }, (_line, n) => blank(n)).join('\n')}`,
      ).join('\n');
    const [mine, theirs] = [side((n) => (n % 2 ? ' ' : '')), side((n) => (n % 3 ? ' ' : ''))];
    expect(mergeText('', mine, theirs).mine.match(/new/g)).toHaveLength(250);
  });

  it('[security 12] texts that differ everywhere need a decision', () => {
    const words = (seed: number): string =>
      Array.from({ length: 100_000 }, (_, i) => `w${((i + seed) * 7919 * seed) % 89}`).join('\n\n');
    expect(mergeText(words(1), words(2), words(3))).toMatchObject({ clean: false });
  });

  it('[J5.1] compares the last line without its end', () => {
    expect(mergeText('a\nb', 'a\nb\nc', 'A\nb')).toEqual(cleanly('A\nb\nc'));
    expect(mergeText('a', 'a\n', 'a\n\nb')).toMatchObject({ clean: false });
    expect(mergeText('a', 'a\nb', 'a\nc')).toEqual({ mine: 'a\nb', theirs: 'a\nc', clean: false });
    expect(mergeText('', 'a', 'b')).toEqual({ mine: 'a', theirs: 'b', clean: false });
    expect(mergeText('a\nb', 'b', 'a')).toEqual(cleanly(''));
  });

  it('[J5.8] a line that both sides added at one place is there once', () => {
    const mine = 'One.\n\nMore.\n\nTwo.\n\nThree.';
    const theirs = 'Other.\n\nMore.\n\nTwo.\n\nThree.';
    expect(mergeText('One.\n\nTwo.\n\nThree.', mine, theirs)).toEqual(cleanly(theirs));
    expect(mergeText('a\n|-\nb\n|-\nc', 'a\n|-\nnew\n|-\nb\n|-\nc', 'A\n|-\nnew\n|-\nb\n|-\nc')).toEqual(
      cleanly('A\n|-\nnew\n|-\nb\n|-\nc'),
    );
  });

  it('[J5.8] a line that both sides added at two places is there twice', () => {
    expect(mergeText('a\nb\nc\n', 'a\nok\nb\nc\n', 'a\nb\nc\nok\n')).toEqual(cleanly('a\nok\nb\nc\nok\n'));
  });

  it('[J5.8] an edit that has arrived is not made twice, whatever others have changed since', () => {
    const places = fc.array(fc.tuple(fc.nat(6), fc.nat(3)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, places, places, (b, here, there) => {
        const mine = rewritten(b, here, 'mine');
        const theirs = rewritten(mine, there, 'theirs');
        const merged = mergeText(b, mine, theirs);
        if (!merged.clean) return;
        for (const side of [mine, theirs])
          for (const mark of side.match(/(mine|theirs)\d/g) ?? [])
            expect(merged.mine.split(mark).length, `${mark} in ${merged.mine}`).toBeLessThanOrEqual(2);
      }),
      { numRuns: 60000 },
    );
  });

  it('keeps every paragraph that a person wrote', () => {
    fc.assert(
      fc.property(text, fc.nat(6), fc.nat(6), (b, at, elsewhere) => {
        const [mine, theirs] = [insert(b, at, 'mine'), insert(b, elsewhere, 'theirs')];
        const merged = mergeText(b, mine, theirs);
        if (!merged.clean) return;
        expect(merged.mine).toContain('mine');
        expect(merged.mine).toContain('theirs');
      }),
    );
  });
});

function insert(into: string, at: number, paragraph: string): string {
  const all = into === '' ? [] : into.split('\n\n');
  all.splice(at, 0, paragraph);
  return all.join('\n\n');
}

/** Replaces or inserts paragraphs, each with a mark of its own. A number above 0 is that of paragraphs that are replaced. */
function rewritten(from: string, places: readonly [number, number][], mark: string): string {
  const all = from === '' ? [] : from.split('\n\n');
  for (const [index, [at, replaced]] of places.entries()) all.splice(at, replaced, `${mark}${index}`);
  return all.join('\n\n');
}
