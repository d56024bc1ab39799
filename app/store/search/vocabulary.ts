import type { Db } from '../database.ts';
import { listOf, prepared, sql } from '../sql.ts';
import type { StoredRow, Value } from '../sql.ts';
import { longestWord } from './lexicon.ts';
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
      ? db.all(sql<{ word: string }>`SELECT word FROM search_word
         WHERE substr(word, 1, ${sql.lit(length)}) = ${typed}
         ORDER BY docs DESC LIMIT ${mostCompletions.short}`)
      : db.all(sql<StoredRow<'search_word', 'word'>>`SELECT word FROM search_word
         WHERE word >= ${typed} AND word < ${typed + lastCharacter}
         ORDER BY docs DESC LIMIT ${length <= shortPrefix ? mostCompletions.short : mostCompletions.long}`);
  return [...new Set([stem(typed), ...found.map(({ word }) => stem(word))])];
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
];
/** Shorter words have too many others one letter away; for an incomplete word, too many begin like that. */
const shortest = { corrected: 4, anyFirst: 5, growing: 5, twoOff: 7, half: 3 } as const;
const mostCorrections = 4;

const wordRow = prepared(
  (word: Value<string>) =>
    sql<StoredRow<'search_word', 'word'>>`SELECT word FROM search_word WHERE word = ${word}`,
);

/** Returns whether documents contain a word. */
export const isKnownWord = (db: Db, word: string): boolean => db.one(wordRow(word)) !== undefined;

/** Returns those of many words that documents contain. */
function knownWords(db: Db, words: readonly string[]): Set<string> {
  if (words.length === 0) return new Set();
  const found = db.all(sql<StoredRow<'search_word', 'word'>>`SELECT word FROM search_word
     WHERE word IN ${listOf(words)}`);
  return new Set(found.map(({ word }) => word));
}

/**
 * Returns words of the documents that differ by one letter (added, missing, wrong, or two swapped), most common first.
 * Needs a few hundred look-ups, however large the vocabulary. Words with digits are model names and never corrected.
 */
export function oneOff(db: Db, word: string, growing: boolean): string[] {
  const alphabet = alphabets.find((letters) => letters.includes(word[0] ?? ''));
  if (word.length < shortest.corrected || !alphabet || hasOtherThanLetters(word)) return [];
  const all = [...neighbours(word, alphabet)];
  // Most short words are one letter away from another that has nothing to do with them.
  const near = JSON.stringify(
    word.length >= shortest.anyFirst ? all : all.filter((other) => other.startsWith(word.slice(0, 1))),
  );
  const whole = db.all(sql<{ word: string }>`SELECT word FROM search_word
     WHERE word IN (SELECT value FROM json_each(${near}))
     ORDER BY docs DESC, substr(word, 1, 1) <> ${word.slice(0, 1)}, word
       LIMIT ${mostCorrections}`);
  if (whole.length > 0 || !growing || word.length < shortest.growing) return whole.map((row) => row.word);
  return db
    .all(sql<{ word: string }>`SELECT w.word
       FROM json_each(${near}) n JOIN search_word w ON w.word >= n.value
         AND w.word < n.value || ${lastCharacter}
       ORDER BY w.docs DESC, w.word LIMIT ${mostCorrections}`)
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

/**
 * Returns words of the documents that differ by two letters and begin with the word's first or second letter, most
 * common first. Walks over all words with these letters.
 */
export function twoOff(db: Db, word: string, growing: boolean): string[] {
  if (word.length < shortest.twoOff || hasOtherThanLetters(word)) return [];
  const found: { word: string; docs: number }[] = [];
  for (const first of new Set(word.slice(0, 2))) {
    const near = db
      .all(sql<StoredRow<'search_word', 'word' | 'docs'>>`SELECT word, docs FROM search_word
         WHERE substr(word, 1, 1) = ${first} AND length(word) BETWEEN ${word.length - 2}
           AND ${growing ? longestWord : word.length + 2}
         ORDER BY docs DESC`)
      .filter((row) => isWithin(2, word, row.word, growing));
    found.push(...near.slice(0, mostCorrections));
  }
  return found
    .sort((a, b) => b.docs - a.docs)
    .slice(0, mostCorrections)
    .map((row) => row.word);
}

/** Between the halves of a German compound: "Maschine" and "Pumpe" make "Maschinenpumpe". */
const linking = ['', 's', 'n', 'en', 'es', 'er'];

/**
 * Returns pairs of words that make up this one: "washingmachine", "Laugenpumpe". Both are in documents, or have synonyms.
 *
 * @param hasSynonyms whether a word has any
 */
export function splits(db: Db, word: string, hasSynonyms: (word: string) => boolean): [string, string][] {
  if (word.length < 2 * shortest.half || hasOtherThanLetters(word)) return [];
  const pairs: [string, string][] = [];
  for (let at = shortest.half; at <= word.length - shortest.half; at += 1) {
    for (const link of linking) {
      const left = word.slice(0, at - link.length);
      if (word.slice(0, at).endsWith(link) && left.length >= shortest.half)
        pairs.push([left, word.slice(at)]);
    }
  }
  const known = knownWords(db, pairs.flat());
  return pairs.filter((pair) => pair.every((half) => known.has(half) || hasSynonyms(half)));
}

const hasOtherThanLetters = (word: string): boolean => /\P{L}/u.test(word);

/**
 * Returns whether at most `most` letters are added, missing, wrong or swapped with their neighbour.
 *
 * @param growing whether `word` may go on after what was typed
 */
export function isWithin(most: number, typed: string, word: string, growing = false): boolean {
  const width = growing ? Math.min(word.length, typed.length + most) : word.length;
  let earlier: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let off = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + Number(!isSame),
      );
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (isSwapped) off = Math.min(off, (earlier[column - 2] ?? 0) + 1);
      current.push(off);
      least = Math.min(least, off);
    }
    if (least > most) return false;
    earlier = above;
    above = current;
  }
  return (growing ? Math.min(...above) : (above[width] ?? 0)) <= most;
}
