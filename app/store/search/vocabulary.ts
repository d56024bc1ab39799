import type { Db } from '../database.ts';
import { stem } from './words.ts';

/** Maximum of completions of an incomplete word, most common first. */
const mostCompletions = { short: 24, long: 64 };
/** Prefixes of up to this length have an index of their own. */
const indexedLetters = 2;
/** Up to this length a prefix has too many completions to use them all. */
const shortPrefix = 3;
const lastCharacter = '\u{10ffff}';

/** Returns index terms of the most common words that begin with `typed`, its own first. */
export function completions(db: Db, typed: string): string[] {
  const { length } = typed;
  const found =
    length <= indexedLetters
      ? db.allSql<{ word: string }>(
          `SELECT word FROM search_word WHERE substr(word, 1, ${length}) = ? ORDER BY docs DESC LIMIT ?`,
          [typed, mostCompletions.short],
        )
      : db.allSql<{ word: string }>(
          'SELECT word FROM search_word WHERE word >= ? AND word < ? ORDER BY docs DESC LIMIT ?',
          [
            typed,
            typed + lastCharacter,
            length <= shortPrefix ? mostCompletions.short : mostCompletions.long,
          ],
        );
  return [...new Set([stem(typed), ...found.map(({ word }) => stem(word))])];
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
];
const shortestCorrected = 5;
const mostCorrections = 4;

/**
 * Returns words of the documents that differ by one letter (added, missing, wrong, or two swapped), most common first.
 * Needs a few hundred look-ups, however large the vocabulary. Words with digits are model names and never corrected.
 */
export function corrections(db: Db, word: string, growing: boolean): string[] {
  const alphabet = alphabets.find((letters) => letters.includes(word[0] ?? ''));
  if (word.length < shortestCorrected || !alphabet || /\P{L}/u.test(word)) return [];
  const near = JSON.stringify([...neighbours(word, alphabet)]);
  const whole = db.allSql<{ word: string }>(
    `SELECT word FROM search_word WHERE word IN (SELECT value FROM json_each(?))
     ORDER BY docs DESC, substr(word, 1, 1) <> ?, word LIMIT ${mostCorrections}`,
    [near, word.slice(0, 1)],
  );
  if (whole.length > 0 || !growing) return whole.map((row) => row.word);
  return db
    .allSql<{ word: string }>(
      `SELECT w.word FROM json_each(?) n JOIN search_word w ON w.word >= n.value AND w.word < n.value || ?
       ORDER BY w.docs DESC, w.word LIMIT ${mostCorrections}`,
      [near, lastCharacter],
    )
    .map((row) => row.word);
}

function neighbours(word: string, alphabet: string): Set<string> {
  const near = new Set<string>();
  for (let i = 0; i <= word.length; i += 1) {
    const before = word.slice(0, i);
    const after = word.slice(i);
    for (const letter of alphabet) {
      near.add(before + letter + after);
      if (after) near.add(before + letter + after.slice(1));
    }
    if (after) near.add(before + after.slice(1));
    if (after.length > 1) near.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  near.delete(word);
  return near;
}
