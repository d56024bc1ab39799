/**
 * Characters that are invisible or reorder others: they make two different names look the same. The two joiners (U+200C,
 * U+200D) are allowed where they show: in scripts whose letters they join or part, and between emoji.
 */
const hidden =
  /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u2800\u3164\uFFA0]|(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Z}])[\u200C\u200D]/u;

export const isPlainName = (text: string): boolean => !hidden.test(text);

export const plainNameRule =
  'may not hold invisible characters or characters that change the direction of text';

/** Removes those characters from names that were not typed here. */
export const plainName = (text: string): string => text.replaceAll(new RegExp(hidden, 'gu'), '');
