import { z } from 'zod';

import { limits } from '../limits.ts';

/** A search of the site that found nothing with all of its words. Who searched is not stored. */
export const failedSearch = z.object({
  /** In lower case, with single blanks between the words. */
  words: z.string(),
  count: z.int(),
  /** UNIX seconds. */
  last_date: z.number(),
});
export type FailedSearch = z.infer<typeof failedSearch>;

export const searchedWords = z.string().trim().min(1).max(limits.search.failedWords.max);
