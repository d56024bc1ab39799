import { commonEnds, matchLists, mostSteps } from '../diff.ts';
import type { Matches } from '../diff.ts';
import { cleanly } from './value.ts';
import type { Merged } from './value.ts';

/**
 * Merges texts by line. Not clean if both sides changed the same line or inserted at the same place, or if the texts differ
 * so much that comparing them would take too long.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || theirs === base) return cleanly(mine);
  if (mine === base) return cleanly(theirs);
  const [myLines, theirLines] = [lines(mine), lines(theirs)];
  // In one order, so that both sides get the same result.
  const [one, other] = mine < theirs ? [myLines, theirLines] : [theirLines, myLines];
  const was = withLinesOfBoth(lines(base), one, other);
  const [here, there] = [hunks(was, myLines), hunks(was, theirLines)];
  if (!here || !there) return { mine, theirs, clean: false };
  let [mineMerged, theirsMerged, clean, at] = ['', '', true, 0];
  for (const { from, to, mine: my, theirs: their } of groups(here, there)) {
    const [unchanged, replaced] = [was.slice(at, from).join(''), was.slice(from, to)];
    const [myText, theirText] = [my, their].map((side) => replace(replaced, from, side));
    mineMerged += unchanged + (my.length > 0 ? myText : theirText);
    theirsMerged += unchanged + (their.length > 0 ? theirText : myText);
    if (my.length > 0 && their.length > 0 && myText !== theirText) clean = false;
    at = to;
  }
  const rest = was.slice(at).join('');
  return { mine: (mineMerged + rest).slice(0, -1), theirs: (theirsMerged + rest).slice(0, -1), clean };
}

/** Splits a text into lines, each with a line break: the last one gets one, because others may have added lines below it. */
const lines = (text: string): string[] => (text === '' ? [] : (`${text}\n`.match(/[^\n]*\n/g) ?? []));

/**
 * Returns the base with the lines that both sides have added at one place, as when an edit has arrived already: so neither has changed
 * them. Otherwise such a line could be there twice, because blank lines around it can be matched in more than one way.
 */
function withLinesOfBoth(
  base: string[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] {
  const [known, others] = [new Set(base), new Set(other)];
  const isNewInBoth = (line: string): boolean => others.has(line) && !known.has(line) && hasText(line);
  if (!one.some(isNewInBoth)) return base;
  const inBoth = new Set(matchLines(one, other).matches.map(({ before }) => before));
  const parts: (readonly string[])[] = [];
  let [from, oneFrom] = [0, 0];
  for (const { before, after } of [
    ...matchLines(base, one).matches,
    { before: base.length, after: one.length },
  ]) {
    const added = one.slice(oneFrom, after).filter((_, index) => inBoth.has(oneFrom + index));
    parts.push(
      base.slice(from, before),
      added.some(isNewInBoth) ? added : [],
      base.slice(before, before + 1),
    );
    [from, oneFrom] = [before + 1, after + 1];
  }
  const extended = parts.flat();
  const isAtOnePlace =
    commonText(extended, other) - commonText(base, other) ===
    extended.filter(hasText).length - base.filter(hasText).length;
  return isAtOnePlace ? extended : base;
}

const hasText = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

const commonText = (one: readonly string[], other: readonly string[]): number =>
  matchLists(one.filter(hasText), other.filter(hasText)).matches.length;

/**
 * Matches the lines of two lists: those with text first, as many as possible, and then the others between them. Otherwise blank
 * lines could be matched in place of lines that a person wrote.
 */
function matchLines(list: readonly string[], other: readonly string[]): Matches {
  const { start, end } = commonEnds(list, other);
  const [to, otherTo] = [list.length - end, other.length - end];
  const [written, othersWritten] = [indexesOfText(list, start, to), indexesOfText(other, start, otherTo)];
  const texts = matchLists(
    written.map((i) => list[i]),
    othersWritten.map((i) => other[i]),
  );
  const matches: Matches['matches'][number][] = Array.from({ length: start }, (_, i) => ({
    before: i,
    after: i,
  }));
  let { isComplete, steps } = texts;
  let [from, otherFrom] = [start, start];
  for (const { before, after } of [
    ...texts.matches,
    { before: written.length, after: othersWritten.length },
  ]) {
    const [text, otherText] = [written[before] ?? to, othersWritten[after] ?? otherTo];
    const [gap, otherGap] = [list.slice(from, text), other.slice(otherFrom, otherText)];
    const between = matchLists(gap, otherGap, mostSteps - steps);
    for (const match of between.matches)
      matches.push({ before: from + match.before, after: otherFrom + match.after });
    if (text < to) matches.push({ before: text, after: otherText });
    [from, otherFrom, steps] = [text + 1, otherText + 1, steps + between.steps];
    isComplete &&= between.isComplete;
  }
  for (let i = 0; i < end; i += 1) matches.push({ before: to + i, after: otherTo + i });
  return { matches, isComplete, steps };
}

function indexesOfText(list: readonly string[], from: number, to: number): number[] {
  const found: number[] = [];
  for (let i = from; i < to; i += 1) if (hasText(list[i] ?? '')) found.push(i);
  return found;
}

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
  const { matches, isComplete } = matchLines(base, other);
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
