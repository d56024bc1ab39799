/** Number of a line's first letters to search for, and the maximum distance of a match from the expected position. */
const searches = [
  { letters: 12, reach: Number.POSITIVE_INFINITY },
  { letters: 6, reach: 60 },
  { letters: 3, reach: 24 },
];

/** Returns what tokenising leaves unchanged: letters and digits, in lower case. */
const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Cuts `text` into the lines of which `parts` is a tokenised copy. Tokenising changed and dropped some words, so each
 * line's first letters are searched for at starts of words, closest to the expected position.
 *
 * @returns `undefined` if a line is not found
 */
export function cutLines(text: string, parts: readonly string[]): string[] | undefined {
  const words: { start: number; at: number }[] = [];
  let letters = '';
  // Punctuation that opens a word belongs to it: (, “ and the like.
  for (const match of text.matchAll(/[^\s.!?\p{L}\p{N}]*([\p{L}\p{N}]+)/gu)) {
    words.push({ start: match.index, at: letters.length });
    letters += fold(match[1] ?? '');
  }
  const startOf = (part: string, before: number, expected: number): number | undefined => {
    const wanted = fold(part);
    if (wanted === '') return undefined;
    for (const search of searches) {
      const beginning = wanted.slice(0, search.letters);
      const [closest] = words
        .filter(({ start, at }) => start > before && letters.startsWith(beginning, at))
        .map(({ start }) => ({ start, away: Math.abs(start - expected) }))
        .sort((a, b) => a.away - b.away);
      if (closest && closest.away <= search.reach) return closest.start;
    }
    return undefined;
  };
  const starts = [0];
  for (const [index, part] of parts.slice(1).entries()) {
    const before = starts[index] ?? 0;
    const start = startOf(part, before, before + (parts[index]?.length ?? 0));
    if (start === undefined) return undefined;
    starts.push(start);
  }
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trim());
}
