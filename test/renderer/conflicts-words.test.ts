import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { myOrder, outcomeOf } from '../../renderer/screens/conflicts/choices.ts';
import { choiceOf, chosenLines, lineRows } from '../../renderer/screens/conflicts/conflict-lines.ts';
import type { LineChoice, StepLine } from '../../renderer/screens/conflicts/conflict-lines.ts';
import { mergeWords } from '../../renderer/screens/conflicts/merge-words.ts';
import { diffWords, splitWords } from '../../renderer/components/word-diff.ts';

const words = fc
  .array(fc.constantFrom('turn', 'the', 'screw', 'left', 'pump', 'セル', '.', '\n'), { maxLength: 14 })
  .map((list) => list.join(' '));

describe('differences between two texts', () => {
  it('are marked word by word, removed words before added ones', () => {
    expect(diffWords('Turn the screw left.', 'Turn the bolt to the left.')).toEqual([
      { kind: 'same', text: 'Turn the ' },
      { kind: 'removed', text: 'screw' },
      { kind: 'added', text: 'bolt to the' },
      { kind: 'same', text: ' left.' },
    ]);
    expect(diffWords('', 'New')).toEqual([{ kind: 'added', text: 'New' }]);
    expect(diffWords('ポンプを外す', 'ポンプを直す').some(({ kind }) => kind === 'same')).toBe(true);
  });

  it('are complete: both texts can be read from them', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const pieces = diffWords(before, after);
        const read = (without: string): string =>
          pieces.map(({ kind, text }) => (kind === without ? '' : text)).join('');
        expect(read('added')).toBe(before);
        expect(read('removed')).toBe(after);
        if (before === after) expect(pieces.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('of long texts with nothing in common are found quickly, as one', () => {
    const long = (word: string): string => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join(' ');
    expect(diffWords(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});

describe('a suggested merge of two texts', () => {
  it("has both sides' changes; if they changed the same words, both one after the other", () => {
    const base = 'Turn the screw left. Lift the lid.';
    expect(
      mergeWords(base, 'Turn the bolt left. Lift the lid.', 'Turn the screw left. Lift the cover.'),
    ).toBe('Turn the bolt left. Lift the cover.');
    expect(mergeWords('pump', 'Old pump', 'New pump')).toBe('Old New pump');
    expect(mergeWords('Title', 'Mine', 'Theirs')).toBe('Mine Theirs');
  });

  it('keeps the changes of each side, and loses no word of either', () => {
    fc.assert(
      fc.property(words, words, words, (base, mine, theirs) => {
        expect(mergeWords(base, base, theirs)).toBe(theirs);
        expect(mergeWords(base, mine, base)).toBe(mine);
        expect(mergeWords(base, mine, mine)).toBe(mine);
        const merged = mergeWords(base, mine, theirs);
        const known = new Set(splitWords(base));
        for (const word of [...splitWords(mine), ...splitWords(theirs)])
          if (!known.has(word) && word.trim() !== '') expect(merged).toContain(word);
      }),
    );
  });
});

describe('lines of a step', () => {
  const line = (lineid: number | null, text: string, level = 0): StepLine => ({
    lineid,
    text,
    level,
    bullet: 'black',
  });
  const [one, two, three] = [line(1, 'One'), line(2, 'Two', 1), line(3, 'Three')];

  it("are compared in the site's order, new ones after the line that they followed", () => {
    const rows = lineRows(
      [one, two, three],
      [one, line(null, 'Mine'), line(2, 'Two, mine', 1), three],
      [line(4, 'Theirs'), one, line(2, 'Two, theirs', 1)],
    );
    expect(
      rows.map(({ mine, theirs, base, changed }) => [base?.text, mine?.text, theirs?.text, changed]),
    ).toEqual([
      [undefined, undefined, 'Theirs', 'theirs'],
      ['One', 'One', 'One', 'none'],
      [undefined, 'Mine', undefined, 'mine'],
      ['Two', 'Two, mine', 'Two, theirs', 'both'],
      ['Three', 'Three', undefined, 'theirs'],
    ]);
    const choose = (...choices: [string, LineChoice][]): string[] | undefined =>
      chosenLines(rows, new Map(choices))?.map(({ text, level }) => `${level} ${text}`);
    expect(choose()).toBeUndefined();
    expect(choose(['line 2', 'mine'])).toEqual(['0 Theirs', '0 One', '0 Mine', '1 Two, mine']);
    expect(choose(['line 2', { text: 'Two, both' }], ['line 3', 'mine'], ['line 4', 'mine'])).toEqual([
      '0 One',
      '0 Mine',
      '1 Two, both',
      '0 Three',
    ]);
  });

  it('that both changed equally, or only one side changed, need no decision', () => {
    const same = line(1, 'Alike');
    expect(
      lineRows([one, two], [same, two], [same, line(2, 'Theirs')]).map((row) => choiceOf(row, new Map())),
    ).toEqual(['theirs', 'theirs']);
  });

  it('begin at level 0, whichever are chosen', () => {
    const rows = lineRows([one, two], [one, two], [two]);
    expect(chosenLines(rows, new Map())?.map(({ level }) => level)).toEqual([0]);
  });
});

it("my order of steps uses the site's steps: steps that only the site has follow the same step, and those it deleted are left out", () => {
  const conflict = { field: 'steporder', base: [1, 2, 3], mine: [3, 7, 2, 1], theirs: [8, 2, 1, 9, 3] };
  expect(myOrder(conflict)).toEqual([8, 3, 2, 1, 9]);
});

it('a custom title may be as long as its document allows', () => {
  const conflict = { field: 'title', base: 'a', mine: 'b', theirs: 'c' };
  const problem = (operation: string, length: number): string | undefined =>
    outcomeOf({ operation }, [conflict], { title: { value: 'x'.repeat(length) } }).wrong['title'];
  expect(problem('PATCH /guides/{guideid}', 500)).toBeUndefined();
  expect(problem('PATCH /guides/{guideid}', 501)).toBe('This has at most 500 characters.');
  expect(problem('PATCH /guides/{guideid}/steps/{stepid}', 200)).toBeUndefined();
  expect(problem('PATCH /guides/{guideid}/steps/{stepid}', 201)).toBe('This has at most 200 characters.');
});
