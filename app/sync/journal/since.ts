import type Database from 'better-sqlite3';

import type { StoreWriter } from '../../store/store.ts';

/** How edits ended in a database that a copy is to stand in for. Entryids. */
export interface Ended {
  sent: string[];
  discarded: string[];
}

/**
 * Reads it, and makes the database name what was made since as the copy does: what has got its own id since is known there
 * by the provisional one.
 *
 * @param database a copy of its own, which is changed
 */
export function endedSince(database: Database.Database, copy: string): Ended {
  database.prepare('ATTACH ? AS copy').run(copy);
  database.exec(
    'DELETE FROM main.alias WHERE provisional NOT IN (SELECT provisional FROM copy.alias); DETACH copy',
  );
  const inState = database.prepare<[string], string>('SELECT entryid FROM journal WHERE state = ?').pluck();
  return { sent: inState.all('done'), discarded: inState.all('discarded') };
}

/** The site may have these: before they are sent again, it is asked. */
export function expectSent(s: StoreWriter, sent: readonly string[]): void {
  const known = new Set(sent);
  for (const entry of s.journal.list(['pending']))
    if (known.has(entry.entryid)) s.journal.setState(entry, 'sending', null);
}
