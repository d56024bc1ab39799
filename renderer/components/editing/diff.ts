/** A part of a text: in both versions, only in the old one, or only in the new one. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Larger than this, what is between the common beginning and end counts as replaced. */
const mostCells = 4_000_000;

/** Which items of `a` are which of `b`, by index, in order: a longest common subsequence. */
export function matches(a: readonly string[], b: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) found.set(from, from++);
  let [endA, endB] = [a.length, b.length];
  const tail: [number, number][] = [];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) tail.push([--endA, --endB]);
  for (const [i, j] of middle(a.slice(from, endA), b.slice(from, endB))) found.set(from + i, from + j);
  for (const [i, j] of tail.toReversed()) found.set(i, j);
  return found;
}

function middle(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > mostCells) return [];
  // lengths[i * width + j]: of the longest common subsequence of a from i and b from j.
  const lengths = new Uint16Array((a.length + 1) * width);
  const length = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Words with the blanks behind them, and each sign by itself: what a person would mark. */
const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}_]+\s*|\s+|[^\p{L}\p{N}_\s]\s*/gu) ?? [];

/** How one text became another, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [tokens(before), tokens(after)];
  const parts: DiffPart[] = [];
  const push = (kind: DiffPart['kind'], texts: readonly string[]): void => {
    const text = texts.join('');
    if (text === '') return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  for (const [inA, inB] of matches(a, b)) {
    push('gone', a.slice(i, inA));
    push('new', b.slice(j, inB));
    push('same', a.slice(inA, inA + 1));
    [i, j] = [inA + 1, inB + 1];
  }
  push('gone', a.slice(i));
  push('new', b.slice(j));
  return parts;
}
