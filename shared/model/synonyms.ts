import { z } from 'zod';

import { limits } from '../limits.ts';

/** Returns whether the search finds anything in a phrase: a letter or digit. */
export const hasWord = (phrase: string): boolean => /[\p{L}\p{N}]/u.test(phrase);

/** Words and short phrases that mean the same when people search; the most usual first. */
export const synonymSet = z
  .array(
    z
      .string()
      .trim()
      .max(limits.search.synonym.max, `must have at most ${limits.search.synonym.max} characters`)
      .refine(hasWord, 'needs a letter or digit'),
  )
  .min(2, 'needs at least two words')
  .max(limits.search.synonymWords.max, `must have at most ${limits.search.synonymWords.max} words`);
export type SynonymSet = z.infer<typeof synonymSet>;

export const synonymSets = z
  .array(synonymSet)
  .max(limits.search.synonyms.max, `must have at most ${limits.search.synonyms.max} lines`);

/** `GET /benchside/synonyms`. */
export const synonymList = z.object({
  /** False while the site uses the list that every site starts with. */
  own: z.boolean(),
  sets: z.array(z.array(z.string())),
});
export type SynonymList = z.infer<typeof synonymList>;
