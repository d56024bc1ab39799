import type { StoreReader } from '../../store/store.ts';
import { isLineOf, namedIn } from './held.ts';

/**
 * Edits that wait because they name something made here: the page of a part, say, that the site made along with another
 * edit, and tells of when it is read.
 */
export const waitingForIds = (s: StoreReader): string[] =>
  s.journal
    .list(['pending', 'sending'])
    .filter((entry) => namedIn(entry).some((id) => !isLineOf(entry, id)))
    .map(({ entryid }) => entryid);
