import type { Merged } from './value.ts';

/**
 * Merges wiki text by paragraphs: both sides may change different ones. Changes of the same paragraph, and two inserts
 * at one place, cannot be merged.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || theirs === base) return { ok: true, value: mine };
  if (mine === base) return { ok: true, value: theirs };
  const was = paragraphs(base);
  const changes = [...hunks(was, paragraphs(mine)), ...hunks(was, paragraphs(theirs))].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  let result = '';
  let at = 0;
  let last: Hunk | undefined;
  for (const hunk of changes) {
    if (last && hunk.from === last.from && hunk.to === last.to && hunk.text === last.text) continue;
    if (last && touches(last, hunk)) return { ok: false };
    result += was.slice(at, hunk.from).join('') + hunk.text;
    at = hunk.to;
    last = hunk;
  }
  return { ok: true, value: result + was.slice(at).join('') };
}

/** Whether two changes, the first of them first, exclude each other; an insert has its place nowhere else. */
const touches = (first: Hunk, second: Hunk): boolean =>
  second.from < first.to || (second.from === first.to && (isInsert(first) || isInsert(second)));

const isInsert = ({ from, to }: Hunk): boolean => from === to;

/** Paragraphs with the blank lines that end them. */
const paragraphs = (text: string): string[] =>
  text.match(/[^\n]*(?:\n(?!\n)[^\n]*)*\n*/g)?.filter(Boolean) ?? [];

/** `base[from, to)` was replaced by `text`. */
interface Hunk {
  from: number;
  to: number;
  text: string;
}

/** What changed between two lists, by their longest common subsequence. */
function hunks(base: readonly string[], other: readonly string[]): Hunk[] {
  const lengths = commonLengths(base, other);
  const found: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < base.length || j < other.length) {
    if (i < base.length && j < other.length && base[i] === other[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const from = i;
    let text = '';
    while (
      (i < base.length || j < other.length) &&
      !(i < base.length && j < other.length && base[i] === other[j])
    ) {
      const skipBase = i < base.length ? (lengths[i + 1]?.[j] ?? 0) : -1;
      const skipOther = j < other.length ? (lengths[i]?.[j + 1] ?? 0) : -1;
      if (skipBase >= skipOther) i += 1;
      else {
        text += other[j] ?? '';
        j += 1;
      }
    }
    found.push({ from, to: i, text });
  }
  return found;
}

/** `[i][j]`: length of the longest common subsequence of `a` from `i` and `b` from `j`. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
