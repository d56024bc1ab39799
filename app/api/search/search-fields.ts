import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { userSummary } from '../../../shared/model/user.ts';
import { wikiSummary } from '../../../shared/model/wiki.ts';
import { langidQuery, paging, wordList } from '../fields.ts';

/** A result, in the form that lists use; `dataType` tells the kind (CONTRACT 11.4). */
export const result = z.union([
  guideSummary,
  wikiSummary,
  userSummary.extend({ dataType: z.literal('user') }),
]);

/** `doctypes` and `filter` are synonyms: clients use either. */
export const searchQuery = z
  .object({ ...paging, ...langidQuery.shape, doctypes: wordList.optional(), filter: wordList.optional() })
  .transform(({ doctypes, filter, ...page }) => ({ ...page, doctypes: doctypes ?? filter }));

export const searchParams = z.object({ query: z.string() });
