/** A glossary term of one language with its translation. */
export interface Term {
  term: string;
  translation: string;
}

/** Text to translate, or a term with the glossary's translation. */
export type TermPiece = { kind: 'text'; text: string } | { kind: 'term'; translation: string };

/** Returns a function that splits a text at its terms: whole words in any case, the longest first. */
export function termSplitter(terms: readonly Term[]): (text: string) => TermPiece[] {
  const byKey = new Map(terms.map(({ term, translation }) => [keyOf(term), translation]));
  if (byKey.size === 0) return (text) => [{ kind: 'text', text }];
  const patterns = [...byKey.keys()]
    .sort((a, b) => b.length - a.length)
    .map((key) => key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+'));
  const any = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${patterns.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  return (text) => {
    const pieces: TermPiece[] = [];
    let done = 0;
    for (const match of text.matchAll(any)) {
      if (match.index > done) pieces.push({ kind: 'text', text: text.slice(done, match.index) });
      pieces.push({ kind: 'term', translation: inCaseOf(match[0], byKey.get(keyOf(match[0])) ?? match[0]) });
      done = match.index + match[0].length;
    }
    if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
    return pieces;
  };
}

const keyOf = (term: string): string => term.toLowerCase().replace(/\s+/g, ' ').trim();

/** Capitalises a translation if the term found is capitalised, as at the start of a sentence. */
function inCaseOf(found: string, translation: string): string {
  const [first = ''] = found;
  const [initial = ''] = translation;
  const isCapital = first !== first.toLowerCase();
  return isCapital ? initial.toUpperCase() + translation.slice(initial.length) : translation;
}
