import { matchLists } from '../../shared/diff.ts';

/** Words that both texts have, or only the later one (`added`), or only the earlier one (`removed`). */
export interface DiffPiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Splits a text of any language into words, spaces and signs; joined they are the text again. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
export const splitWords = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/** Compares two texts word by word. A lone space between two changes counts as changed, which is easier to read. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const found = diffLists(splitWords(before), splitWords(after));
  const runs: Run<string>[] = [];
  for (const [i, { kind, items }] of found.entries()) {
    const isGap = kind === 'same' && i > 0 && i < found.length - 1 && items.join('').trim() === '';
    for (const as of isGap ? (['removed', 'added'] as const) : [kind]) add(runs, as, items);
  }
  return runs.map(({ kind, items }) => ({ kind, text: items.join('') }));
}

export interface Run<Item> {
  kind: DiffPiece['kind'];
  items: Item[];
}

/** Compares two lists of possible `Map` keys. If they differ too much, the middle counts as rewritten. */
export function diffLists<Item>(before: readonly Item[], after: readonly Item[]): Run<Item>[] {
  const { matches } = matchLists(before, after);
  const runs: Run<Item>[] = [];
  let [i, j] = [0, 0];
  for (const match of [...matches, { before: before.length, after: after.length }]) {
    add(runs, 'removed', before.slice(i, match.before));
    add(runs, 'added', after.slice(j, match.after));
    add(runs, 'same', before.slice(match.before, match.before + 1));
    [i, j] = [match.before + 1, match.after + 1];
  }
  return runs;
}

/** Adds items to the runs; at one place all removed items come before all added ones. */
function add<Item>(runs: Run<Item>[], kind: DiffPiece['kind'], items: readonly Item[]): void {
  if (items.length === 0) return;
  const last = runs.at(-1);
  const before = runs.at(-2);
  const goes = kind === 'removed' && last?.kind === 'added';
  const run = last?.kind === kind ? last : goes && before?.kind === 'removed' ? before : undefined;
  if (run) for (const item of items) run.items.push(item);
  else if (goes) runs.splice(-1, 0, { kind, items: [...items] });
  else runs.push({ kind, items: [...items] });
}
