/** Letters that NFKD does not decompose. */
const ligatures: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const ascii = /^[\u0000-\u007f]*$/;

/** Removes case, accents and typographic forms. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => ligatures[letter] ?? letter);
}

/** Scripts written without spaces: each character counts as a word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const wordOrCharacter = new RegExp(`${unspaced.source}|(?:(?!${unspaced.source})[\\p{L}\\p{N}])+`, 'gu');

/** Returns the folded words of a text in order. Words consist of letters and digits; all else separates them. */
export function words(text: string): string[] {
  const found = ascii.test(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : fold(text).match(wordOrCharacter);
  return found ?? [];
}

/** Copies a word that is kept: V8 stores substrings of 13 characters and more as a view that keeps the whole text in memory. */
export const detached = (word: string): string =>
  word.length < 13 ? word : Buffer.from(word, 'utf8').toString('utf8');

const asWritten = new RegExp(
  `${unspaced.source}|(?:(?!${unspaced.source})[\\p{L}\\p{N}])(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);

/** Returns a pattern that matches the words of a text as written. */
export const wordsAsWritten = (text: string): RegExp => (ascii.test(text) ? /[A-Za-z0-9]+/g : asWritten);

const irregular = new Map([
  ['lens', 'lens'],
  ['lenses', 'lens'],
  ['buses', 'bus'],
  ['gases', 'gas'],
  ['knives', 'knife'],
  ['feet', 'foot'],
]);

/**
 * Reduces inflections of an English word to one form, so that "removing the batteries" finds "Battery Removal". Weaker
 * than Porter's stemmer: two forms too many are better than two meanings in one. Other words are unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const known = irregular.get(word);
  if (known) return known;
  return withoutE(withoutSuffix(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutSuffix(word: string): string {
  const verb = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1];
  if (verb !== undefined && verb.length > 2 && !word.endsWith('eed')) return withoutAt(restored(verb));
  const noun = /^(.{4,})(?:ation)$|^(.{5,})(?:ment|al)$/.exec(word);
  return noun ? (noun[1] ?? noun[2] ?? word) : withoutAt(word);
}

/** Restores the base of a verb: "stopp" to "stop", "tap" (of "taping") to "tape". */
function restored(verb: string): string {
  if (/([bdfgmnprt])\1$/.test(verb)) return verb.slice(0, -1);
  return /^[^aeiou]+[aeiouy][^aeiouwxy]$/.test(verb) ? `${verb}e` : verb;
}

const withoutAt = (word: string): string => word.replace(/^(.{5,})ate?$/, '$1');

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word);
