import type { JournalItem } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';

/** An entry as people are shown it. */
export function describe(s: StoreReader, entry: JournalEntry): JournalItem {
  return {
    entryid: entry.entryid,
    state: entry.state,
    operation: entry.route,
    params: entry.params,
    body: entry.body,
    userid: entry.userid,
    username: s.users.username(entry.userid),
    date: entry.wallClock,
    attempts: entry.attempts,
    cause: entry.cause,
    touched: s.journal
      .touches(entry.sequence)
      .map(({ kind, id }) => ({ kind, id, title: titleOf(s, kind, id) })),
  };
}

function titleOf(s: StoreReader, kind: string, id: number): string | null {
  if (kind === 'guide' || kind === 'translations' || kind === 'collaborators' || (kind === 'tags' && id > 0))
    return s.guides.row(id)?.title ?? null;
  if (kind === 'wiki' || kind === 'tags') return s.wikis.row(Math.abs(id))?.title ?? null;
  return null;
}
