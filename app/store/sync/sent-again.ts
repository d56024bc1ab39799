import type { StoreReader, StoreWriter } from '../store.ts';

const prefix = 'sent:';

/**
 * Edits that were sent to a hub and have no answer yet: notes how far its feed had been read, unless that is noted. What
 * they have changed there, if anything, comes after. To be called before anything more is read from the hub.
 */
export function noteFeed(s: StoreWriter): void {
  s.db.runSql(
    `INSERT INTO cursor (name, value)
     SELECT '${prefix}' || entryid, (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM cursor WHERE name LIKE 'feed:%')
     FROM journal WHERE state = 'sending'
     ON CONFLICT (name) DO NOTHING`,
  );
}

/** A hub repeated an answer: notes how far its feed had been when it gave that answer first. */
export function noteRepeated(s: StoreWriter, entryid: string, sequence: number): void {
  s.db.runSql(
    `INSERT INTO cursor (name, value) VALUES (:name, :sequence)
     ON CONFLICT (name) DO UPDATE SET value = min(CAST(value AS INTEGER), :sequence)`,
    [{ name: prefix + entryid, sequence }],
  );
}

export const hasNotes = (s: StoreReader): boolean =>
  s.db.oneSql(`SELECT 1 FROM cursor WHERE name LIKE '${prefix}%' LIMIT 1`) !== undefined;

/**
 * A hub answers an edit that it did before with what it answered then, and the feed may have told of something newer
 * meanwhile: it is read again from where it stood before.
 */
export function readFeedAgain(s: StoreWriter): void {
  const noted = s.db.allSql<{ name: string; sequence: number; state: string }>(
    `SELECT c.name, CAST(c.value AS INTEGER) AS sequence, j.state FROM cursor c
     JOIN journal j ON j.entryid = substr(c.name, ${prefix.length + 1}) WHERE c.name LIKE '${prefix}%'`,
  );
  for (const { name, sequence, state } of noted) {
    if (state === 'done')
      s.db.runSql(
        "UPDATE cursor SET value = :sequence WHERE name LIKE 'feed:%' AND CAST(value AS INTEGER) > :sequence",
        [{ sequence }],
      );
    if (state === 'done' || state === 'discarded') s.db.runSql('DELETE FROM cursor WHERE name = ?', [name]);
  }
}
