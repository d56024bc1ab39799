import { english, spokenLanguage } from '../shared/language.ts';
import { coreTexts } from './core-texts.ts';
import { numeral } from './numerals.ts';

interface Known {
  pattern: RegExp;
  names: readonly string[];
  say: (...values: string[]) => string;
}

const fixed = new Map<string, string>();
const patterns: Known[] = [];

for (const [key, said] of Object.entries(coreTexts)) {
  const words = english.get(`core.${key}`) ?? '';
  if (typeof said === 'string') fixed.set(words, said);
  else patterns.push({ pattern: patternOf(words), names: namesOf(words), say: said });
}

function namesOf(words: string): string[] {
  return [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** `n` stands for a number, any other name for any text. */
function patternOf(words: string): RegExp {
  const pattern = words
    .replaceAll(/[.?()]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'n' ? String.raw`(-?\d+(?:\.\d+)?)` : '(.+?)'));
  return new RegExp(`^${pattern}$`, 's');
}

/** Translates a message of the core, which is English, or of the site; returns unknown messages unchanged. */
export function phrase(words: string): string {
  if (spokenLanguage() === 'en') return words;
  const known = fixed.get(words);
  if (known !== undefined) return known;
  for (const { pattern, names, say } of patterns) {
    const found = pattern.exec(words);
    if (found)
      return say(...found.slice(1).map((value, i) => (names[i] === 'n' ? numeral(value) : phrase(value))));
  }
  return words;
}
