/** A stretch of words that both texts have, or only the later (`added`), or only the earlier one (`removed`). */
export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Words, spaces and signs, in any language; together they are the text. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
export const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Beyond this many comparisons the middle of two texts counts as rewritten. */
const most = 4_000_000;

/** What became of `before`, word by word. A lone space between two changes belongs to both: marks are for reading. */
export function diffWords(before: string, after: string): Piece[] {
  const found = diffLists(wordsOf(before), wordsOf(after));
  const runs: Run<string>[] = [];
  for (const [i, { kind, items }] of found.entries()) {
    const isGap = kind === 'same' && i > 0 && i < found.length - 1 && items.join('').trim() === '';
    for (const as of isGap ? (['removed', 'added'] as const) : [kind]) add(runs, as, items);
  }
  return runs.map(({ kind, items }) => ({ kind, text: items.join('') }));
}

export interface Run<Item> {
  kind: Piece['kind'];
  items: Item[];
}

/** The same for lists of anything that `===` compares, by their longest common subsequence. */
export function diffLists<Item>(before: readonly Item[], after: readonly Item[]): Run<Item>[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const runs: Run<Item>[] = [];
  add(runs, 'same', before.slice(0, start));
  middle(runs, before.slice(start, before.length - end), after.slice(start, after.length - end));
  add(runs, 'same', before.slice(before.length - end));
  return runs;
}

function middle<Item>(runs: Run<Item>[], before: readonly Item[], after: readonly Item[]): void {
  const lengths = before.length * after.length > most ? [] : commonLengths(before, after);
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length && i < lengths.length) {
    if (before[i] === after[j]) {
      add(runs, 'same', before.slice(i, i + 1));
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      add(runs, 'removed', before.slice(i, i + 1));
      i += 1;
    } else {
      add(runs, 'added', after.slice(j, j + 1));
      j += 1;
    }
  }
  add(runs, 'removed', before.slice(i));
  add(runs, 'added', after.slice(j));
}

/** At one place comes first all that goes, then all that is new. */
function add<Item>(runs: Run<Item>[], kind: Piece['kind'], items: readonly Item[]): void {
  if (items.length === 0) return;
  const last = runs.at(-1);
  const before = runs.at(-2);
  const goes = kind === 'removed' && last?.kind === 'added';
  const run = last?.kind === kind ? last : goes && before?.kind === 'removed' ? before : undefined;
  if (run) for (const item of items) run.items.push(item);
  else if (goes) runs.splice(-1, 0, { kind, items: [...items] });
  else runs.push({ kind, items: [...items] });
}

/** `[i][j]`: how much `before` from `i` and `after` from `j` have in common. */
function commonLengths<Item>(before: readonly Item[], after: readonly Item[]): Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}
