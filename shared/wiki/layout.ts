import { splitParts } from './parts.ts';
import type { Part } from './parts.ts';
import { finder } from './source.ts';
import type { Range, WikiSource } from './source.ts';
import { maxDepth } from './tree.ts';

/** A piece of a text cut at block tags and line ends. Quotes are balanced and no deeper than `maxDepth`. */
export type TextBlock =
  | ({ readonly kind: 'line' } & Range)
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly header: readonly Part[] }
  | { readonly kind: 'endOfQuote' };

interface Cut extends Range {
  readonly piece: TextBlock;
}

interface Tag extends Range {
  readonly opens: boolean;
}

export function cutPieces(source: WikiSource): TextBlock[] {
  const code: Cut[] = source.regions
    .filter((region) => region.kind === 'code')
    .map(({ from, to, text }) => ({ from, to, piece: { kind: 'code', text } }));
  const cuts = [...code, ...cutQuotes(source)].sort((a, b) => a.from - b.from);
  const pieces: TextBlock[] = [];
  const lineEnd = lineEnds(source);
  let at = 0;
  for (const cut of cuts) {
    pushLines(pieces, { from: at, to: cut.from }, lineEnd);
    pieces.push(cut.piece);
    at = cut.to;
  }
  pushLines(pieces, { from: at, to: source.raw.length }, lineEnd);
  return pieces;
}

function pushLines(pieces: TextBlock[], { from, to }: Range, lineEnd: (from: number) => number): void {
  for (let at = from; at < to;) {
    const end = Math.min(lineEnd(at), to);
    pieces.push({ kind: 'line', from: at, to: end });
    at = end + 1;
  }
}

/** Returns a function that finds the end of the line at `from`. Call it with growing positions. A comment ends no line. */
function lineEnds(source: WikiSource): (from: number) => number {
  const newline = finder(source.raw, '\n');
  let next = 0;
  return (from) => {
    for (let at = from; ;) {
      const end = newline(at);
      if (end < 0) return source.raw.length;
      while ((source.regions[next]?.to ?? Infinity) <= end) next += 1;
      const region = source.regions[next];
      if (!region || region.kind !== 'comment' || region.from > end) return end;
      at = region.to;
    }
  };
}

function cutQuotes(source: WikiSource): Cut[] {
  const tags = findQuoteTags(source);
  const closers = matchTags(tags);
  const open: boolean[] = [];
  return tags.flatMap((tag, i): Cut[] => {
    if (tag.opens) {
      if (!closers.has(i)) return [];
      open.push(open.length < maxDepth);
      if (open.at(-1) !== true) return [];
      const header = splitParts(source, { from: tag.from + 1, to: tag.to - 1 }).slice(1);
      return [{ from: tag.from, to: tag.to, piece: { kind: 'quote', header } }];
    }
    const taken = closers.has(i) && open.pop() === true;
    return taken ? [{ from: tag.from, to: tag.to, piece: { kind: 'endOfQuote' } }] : [];
  });
}

/** Returns the indexes of all opening and closing tags that have a partner. */
function matchTags(tags: readonly Tag[]): ReadonlySet<number> {
  const open: number[] = [];
  const matched = new Set<number>();
  tags.forEach((tag, i) => {
    if (tag.opens) {
      open.push(i);
      return;
    }
    const opener = open.pop();
    if (opener !== undefined) matched.add(opener).add(i);
  });
  return matched;
}

function findQuoteTags(source: WikiSource): Tag[] {
  const { raw } = source;
  const newline = finder(raw, '\n');
  const tag = /\[quote[|\]]|\[\/quote\]|\[code\]|\[comment\]/g;
  const tags: Tag[] = [];
  for (let match = tag.exec(raw); match !== null; match = tag.exec(raw)) {
    const from = match.index;
    const region = source.regionAt(from);
    const to = source.closing(from) + 1;
    if (region) {
      tag.lastIndex = region.to;
    } else if (match[0] === '[/quote]') {
      tags.push({ from, to: from + match[0].length, opens: false });
    } else if (match[0].startsWith('[quote') && to > 0) {
      const end = newline(from);
      if (end >= 0 && end < to) continue;
      tags.push({ from, to, opens: true });
      tag.lastIndex = to;
    }
  }
  return tags;
}
