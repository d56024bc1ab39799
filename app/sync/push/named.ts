import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { lostIn, namedIn } from './held.ts';
import { mergedKind } from './plan.ts';

/**
 * Edits that reading the site may set going: those that name something made here, such as the page of a part that was just
 * added, and those of a page that the site deleted, which may have another under its title.
 */
export const waitingForSite = (s: StoreReader): string[] =>
  s.journal
    .list(['pending', 'sending', 'parked'])
    .filter((entry) => (entry.state === 'parked' ? wantsPutBack(entry) : waits(s, entry)))
    .map(({ entryid }) => entryid);

/** Whether it was set aside because the site deleted the page that it edits. */
export const wantsPutBack = ({ state, route, cause }: JournalEntry): boolean =>
  state === 'parked' &&
  mergedKind(route) === 'wiki' &&
  (cause?.conflicts?.some(({ field }) => field === 'document') ?? false);

/** Whether one of these can be sent now, or never will: another edit brought what it names, or reading the site did. */
export const hasTurn = (s: StoreReader, waited: readonly string[]): boolean =>
  waited
    .map((entryid) => s.journal.require(entryid))
    .some((entry) => (entry.state === 'pending' || entry.state === 'sending') && !waits(s, entry));

const waits = (s: StoreReader, entry: JournalEntry): boolean =>
  namedIn(entry).length > 0 && lostIn(s, entry) === undefined;
