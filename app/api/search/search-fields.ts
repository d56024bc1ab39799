import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { userSummary } from '../../../shared/model/user.ts';
import { wikiSummary } from '../../../shared/model/wiki.ts';
import { paging, wordList } from '../fields.ts';

/** What is found, as lists show it; `dataType` tells one from the other (CONTRACT 11.4). */
export const result = z.union([
  guideSummary,
  wikiSummary,
  userSummary.extend({ dataType: z.literal('user') }),
]);

/** `doctypes` and `filter` are the same: clients use either. */
export const searchQuery = z
  .object({ ...paging, doctypes: wordList.optional(), filter: wordList.optional() })
  .transform(({ doctypes, filter, ...page }) => ({ ...page, doctypes: doctypes ?? filter }));

export const searchParams = z.object({ query: z.string() });
