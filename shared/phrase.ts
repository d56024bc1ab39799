import { coreTexts } from './core-texts.ts';
import { english, spokenLanguage } from './language.ts';
import type { Language } from './language.ts';
import { numeral } from './numeral.ts';

interface Pattern {
  pattern: RegExp;
  names: readonly string[];
  say: (...values: string[]) => string;
}

interface Translations {
  language: Language;
  fixed: ReadonlyMap<string, string>;
  patterns: readonly Pattern[];
}

let translations: Translations | undefined;

function read(language: Language): Translations {
  const fixed = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [key, said] of Object.entries(coreTexts())) {
    const words = english.get(`core.${key}`) ?? '';
    if (typeof said === 'string') fixed.set(words, said);
    else patterns.push({ pattern: patternOf(words), names: namesOf(words), say: said });
  }
  return { language, fixed, patterns };
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

/** Matches the fields before a refusal, such as `lines: 0.text: must not be empty`. */
const fields = /^((?:[\w[\].]+: )+)(.+)$/s;

/** Translates a message of the core, which is English, or of the site; returns unknown messages unchanged. */
export function phrase(words: string): string {
  const language = spokenLanguage();
  if (language === 'en') return words;
  if (translations?.language !== language) translations = read(language);
  return find(translations, words) ?? refusals(translations, words) ?? words;
}

function find({ fixed, patterns }: Translations, words: string): string | undefined {
  const known = fixed.get(words);
  if (known !== undefined) return known;
  for (const { pattern, names, say } of patterns) {
    const found = pattern.exec(words);
    if (found)
      return say(...found.slice(1).map((value, i) => (names[i] === 'n' ? numeral(value) : phrase(value))));
  }
  return undefined;
}

/** Translates the refusals of several fields, joined by semicolons; undefined if one of them is unknown. */
function refusals(known: Translations, words: string): string | undefined {
  const translated = words.split('; ').map((one) => {
    const [, names = '', refusal = ''] = fields.exec(one) ?? [];
    const said = find(known, refusal);
    return said === undefined ? undefined : `${names}${said}`;
  });
  return translated.includes(undefined) ? undefined : translated.join('; ');
}
