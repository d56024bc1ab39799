import { useQuery } from '@tanstack/react-query';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { parkedQuery } from '../../api/queries/journal.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { userQuery } from '../../api/queries/users.ts';
import { mainResource } from './entry-words.ts';
import type { EditedResource } from './entry-words.ts';

export interface Parked {
  /** Parked edits that this person may decide about, oldest first; undefined while unknown. */
  entries: JournalItem[] | undefined;
  error: Error | null;
  /** True if a person is signed in; undefined while unknown. */
  signedIn: boolean | undefined;
  refetch: () => void;
}

/** Returns the parked edits that the signed-in person may decide about. */
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

export interface Card extends EditedResource {
  title: string | null;
  /** Oldest first. */
  entries: JournalItem[];
}

/** Groups edits by resource; the group with the oldest edit comes first. */
export function cardsOf(entries: readonly JournalItem[]): Card[] {
  const cards = new Map<string, Card>();
  for (const entry of entries) {
    const { kind, id } = mainResource(entry);
    const card = cards.get(`${kind} ${id}`);
    if (card) card.entries.push(entry);
    else cards.set(`${kind} ${id}`, { kind, id, title: entry.subject, entries: [entry] });
  }
  return [...cards.values()];
}
