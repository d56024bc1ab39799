import { diffLists, splitWords } from '../../components/word-diff.ts';

/** `base[from, to)` was replaced by `words`. */
interface Change {
  from: number;
  to: number;
  words: string[];
}

/**
 * Returns a text with both sides' changes as a start for a person to edit. If both changed the same words, mine come first
 * and theirs after them.
 */
export function mergeWords(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const was = splitWords(base);
  const [my, their] = [changesOf(was, splitWords(mine)), changesOf(was, splitWords(theirs))];
  let result = '';
  let at = 0;
  while (my.length > 0 || their.length > 0) {
    const from = Math.min(my[0]?.from ?? Infinity, their[0]?.from ?? Infinity);
    result += was.slice(at, from).join('');
    // Overlapping changes of both sides, however many, are one place.
    let to = from;
    const sides: [Change[], Change[]] = [[], []];
    for (let grown = true; grown;) {
      grown = false;
      for (const [index, changes] of [my, their].entries()) {
        const next = changes[0];
        if (!next || (next.from > to && next.from !== from) || (next.from === to && to > from)) continue;
        changes.shift();
        sides[index]?.push(next);
        to = Math.max(to, next.to);
        grown = true;
      }
    }
    const [a, b] = sides.map((changes) => rewritten(was, from, to, changes));
    const kept = was.slice(from, to).join('');
    result +=
      sides[0].length === 0 ? b : sides[1].length === 0 || a === b ? a : joined(a ?? '', b ?? '', kept);
    at = to;
  }
  return result + was.slice(at).join('');
}

/** Returns `was[from, to)` with one side's changes. */
function rewritten(was: readonly string[], from: number, to: number, changes: readonly Change[]): string {
  let text = '';
  let at = from;
  for (const change of changes) {
    text += was.slice(at, change.from).join('') + change.words.join('');
    at = change.to;
  }
  return text + was.slice(at, to).join('');
}

function joined(mine: string, theirs: string, base: string): string {
  if (mine === base) return theirs;
  if (theirs === base || theirs === '') return mine;
  if (mine === '') return theirs;
  const gap =
    /\s$/.test(mine) || /^\s/.test(theirs) ? '' : mine.includes('\n') || theirs.includes('\n') ? '\n' : ' ';
  return `${mine}${gap}${theirs}`;
}

function changesOf(was: readonly string[], now: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { kind, items } of diffLists(was, now)) {
    if (kind === 'same') {
      at += items.length;
      open = undefined;
      continue;
    }
    if (!open) changes.push((open = { from: at, to: at, words: [] }));
    if (kind === 'added') open.words.push(...items);
    else {
      at += items.length;
      open.to = at;
    }
  }
  return changes;
}
