import { useQuery } from '@tanstack/react-query';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { parkedQuery } from '../../api/queries/journal.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { userQuery } from '../../api/queries/users.ts';
import { resourceOf } from '../sync-status/entry-words.ts';
import type { Resource } from '../sync-status/entry-words.ts';

export interface Parked {
  /** Edits that wait for this person, oldest first; undefined while that is not known. */
  entries: JournalItem[] | undefined;
  error: Error | null;
  /** Whether somebody is signed in; undefined while that is not known. */
  signedIn: boolean | undefined;
  refetch: () => void;
}

/** Edits that were set aside and that whoever is here may decide about. */
export function useParked(): Parked {
  const user = useQuery(userQuery);
  const sync = useQuery(syncQuery);
  const count = sync.data?.journal.parked;
  const signedIn = user.data === undefined ? undefined : user.data !== null;
  const parked = useQuery({
    ...parkedQuery(count ?? 0),
    enabled: signedIn === true && count !== undefined && count > 0,
  });
  const none = signedIn === false || count === 0;
  return {
    entries: none ? [] : parked.data?.toSorted((a, b) => (a.entryid < b.entryid ? -1 : 1)),
    error: none ? null : parked.error,
    signedIn,
    refetch: () => void parked.refetch(),
  };
}

export interface Card extends Resource {
  title: string | null;
  /** Oldest first. */
  entries: JournalItem[];
}

/** One card a resource, that of the oldest edit first. */
export function cardsOf(entries: readonly JournalItem[]): Card[] {
  const cards = new Map<string, Card>();
  for (const entry of entries) {
    const { kind, id } = resourceOf(entry);
    const card = cards.get(`${kind} ${id}`);
    if (card) card.entries.push(entry);
    else cards.set(`${kind} ${id}`, { kind, id, title: entry.subject, entries: [entry] });
  }
  return [...cards.values()];
}
