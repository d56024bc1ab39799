import { matchLists } from '../diff.ts';
import { cleanly } from './value.ts';
import type { Merged } from './value.ts';

/**
 * Merges texts by line. Not clean if both sides changed the same line or inserted at the same place, or if the texts differ
 * so much that comparing them would take too long.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || theirs === base) return cleanly(mine);
  if (mine === base) return cleanly(theirs);
  const was = lines(base);
  const [here, there] = [hunks(was, lines(mine)), hunks(was, lines(theirs))];
  if (!here || !there) return { mine, theirs, clean: false };
  const merged = { mine: '', theirs: '', clean: true };
  let at = 0;
  for (const { from, to, mine: my, theirs: their } of groups(here, there)) {
    const [unchanged, replaced] = [was.slice(at, from).join(''), was.slice(from, to)];
    const [myText, theirText] = [my, their].map((side) => replace(replaced, from, side));
    merged.mine += unchanged + (my.length > 0 ? myText : theirText);
    merged.theirs += unchanged + (their.length > 0 ? theirText : myText);
    if (my.length > 0 && their.length > 0 && myText !== theirText) merged.clean = false;
    at = to;
  }
  const rest = was.slice(at).join('');
  return { ...merged, mine: merged.mine + rest, theirs: merged.theirs + rest };
}

/** Splits a text into lines, each with its line break. */
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** `base[from, to)` was replaced by `text`. */
interface Hunk {
  from: number;
  to: number;
  text: string;
}

/** Changes of both sides that touch each other, in order. In most groups only one side has changes. */
interface Group {
  from: number;
  to: number;
  mine: Hunk[];
  theirs: Hunk[];
}

function groups(mine: readonly Hunk[], theirs: readonly Hunk[]): Group[] {
  const found: Group[] = [];
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to);
  for (const { hunk, side } of all) {
    const last = found.at(-1);
    const group = last && touches(last, hunk) ? last : { from: hunk.from, to: hunk.to, mine: [], theirs: [] };
    if (group !== last) found.push(group);
    group.to = Math.max(group.to, hunk.to);
    group[side].push(hunk);
  }
  return found;
}

/** Returns whether a change shares lines with the group. An insert touches any change that begins or ends at its place. */
const touches = (group: Group, { from, to }: Hunk): boolean =>
  from < group.to || (from === group.to && (from === to || group.from === group.to));

function replace(replaced: readonly string[], start: number, changes: readonly Hunk[]): string {
  let text = '';
  let at = 0;
  for (const { from, to, text: inserted } of changes) {
    text += replaced.slice(at, from - start).join('') + inserted;
    at = to - start;
  }
  return text + replaced.slice(at).join('');
}

/** Returns the changes between two lists; undefined if they differ too much to compare. */
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
