import { limits } from '../../../../shared/limits.ts';
import { hasWord } from '../../../../shared/model/synonyms.ts';
import { glossaryTexts } from './texts.ts';

const words = glossaryTexts.synonyms;
const most = limits.search;

/** Returns one line for each set, with commas between its phrases. */
export const linesOf = (sets: readonly (readonly string[])[]): string =>
  sets.map((set) => set.join(', ')).join('\n');

/** Parses what a person wrote; lines without text are left out. `problem` names the first line that cannot be saved. */
export function setsOf(text: string): { sets: string[][]; problem: string | undefined } {
  const lines = text.split('\n').map((line) =>
    line
      .split(',')
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
  const sets = lines.filter((phrases) => phrases.length > 0);
  const problems = lines.map((phrases, index) => problemOf(phrases, index + 1));
  const tooMany = sets.length > most.synonyms.max ? words.lines(most.synonyms.max) : undefined;
  return { sets, problem: problems.find((problem) => problem !== undefined) ?? tooMany };
}

function problemOf(phrases: readonly string[], line: number): string | undefined {
  if (phrases.length === 1) return words.single(line);
  if (phrases.length > most.synonymWords.max) return words.many(line, most.synonymWords.max);
  if (phrases.some((phrase) => phrase.length > most.synonym.max)) return words.long(line, most.synonym.max);
  if (!phrases.every(hasWord)) return words.wordless(line);
  return undefined;
}
