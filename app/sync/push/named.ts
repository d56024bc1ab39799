import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { namedIn, namesGivenUp } from './held.ts';

/** Edits that wait because they name something made here, such as the page of a part that was just added. */
export const waitingForIds = (s: StoreReader): string[] =>
  s.journal
    .list(['pending', 'sending'])
    .filter((entry) => waits(s, entry))
    .map(({ entryid }) => entryid);

/** Whether one of these can be sent now, or never will: another edit brought what it names, or reading the site did. */
export const hasTurn = (s: StoreReader, waited: readonly string[]): boolean =>
  waited
    .map((entryid) => s.journal.require(entryid))
    .some((entry) => (entry.state === 'pending' || entry.state === 'sending') && !waits(s, entry));

const waits = (s: StoreReader, entry: JournalEntry): boolean =>
  namedIn(entry).length > 0 && !namesGivenUp(s, entry);
