import { matchLists } from '../../../shared/diff.ts';
import type { Merged } from './value.ts';

/**
 * Merges wiki text by paragraphs: both sides may change different ones. Changes of the same paragraph, and two inserts
 * at one place, cannot be merged; neither can texts that differ so much that comparing them would take too long.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || theirs === base) return { ok: true, value: mine };
  if (mine === base) return { ok: true, value: theirs };
  const was = paragraphs(base);
  const [here, there] = [hunks(was, paragraphs(mine)), hunks(was, paragraphs(theirs))];
  if (!here || !there) return { ok: false };
  const changes = [...here, ...there].sort((a, b) => a.from - b.from || a.to - b.to);
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
function paragraphs(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = text.indexOf('\n\n', from);
    if (to < 0) to = text.length;
    while (text[to] === '\n') to += 1;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}

/** `base[from, to)` was replaced by `text`. */
interface Hunk {
  from: number;
  to: number;
  text: string;
}

/** What changed between two lists; undefined where they differ too much to say. */
function hunks(base: readonly string[], other: readonly string[]): Hunk[] | undefined {
  const { matches, isComplete } = matchLists(base, other);
  if (!isComplete) return undefined;
  const found: Hunk[] = [];
  let [from, otherFrom] = [0, 0];
  for (const { before, after } of [...matches, { before: base.length, after: other.length }]) {
    if (before > from || after > otherFrom) {
      found.push({ from, to: before, text: other.slice(otherFrom, after).join('') });
    }
    [from, otherFrom] = [before + 1, after + 1];
  }
  return found;
}
