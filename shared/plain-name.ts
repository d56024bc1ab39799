/**
 * Characters that nobody sees, or that turn the order of others around: with them two different names look the same. The
 * two joiners are seen in scripts whose letters they join or part, and between emoji.
 */
const hidden =
  /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u2800\u3164\uFFA0]|(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Z}])[\u200C\u200D]/u;

export const isPlainName = (text: string): boolean => !hidden.test(text);

export const plainNameRule =
  'may not hold invisible characters or characters that change the direction of text';

/** Without those characters, for names that are not typed here. */
export const plainName = (text: string): string => text.replaceAll(new RegExp(hidden, 'gu'), '');
