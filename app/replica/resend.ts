import type { ReplicaReader, ReplicaWriter } from './replica.ts';

const prefix = 'sent:';

/**
 * Records for each edit in `sending` how far the hub's feed was read, unless that is recorded. Effects of the edit, if
 * any, come later in the feed. Call it before reading more from the hub.
 */
export function noteFeed(s: ReplicaWriter): void {
  s.db.runSql(
    `INSERT INTO cursor (name, value)
     SELECT '${prefix}' || entryid, (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM cursor WHERE name LIKE 'feed:%')
     FROM journal WHERE state = 'sending'
     ON CONFLICT (name) DO NOTHING`,
  );
}

/** Records for a repeated answer how far the hub's feed went when it gave that answer first. */
export function noteRepeated(s: ReplicaWriter, entryid: string, sequence: number): void {
  s.db.runSql(
    `INSERT INTO cursor (name, value) VALUES (:name, :sequence)
     ON CONFLICT (name) DO UPDATE SET value = min(CAST(value AS INTEGER), :sequence)`,
    [{ name: prefix + entryid, sequence }],
  );
}

export const hasNotes = (s: ReplicaReader): boolean =>
  s.db.oneSql(`SELECT 1 FROM cursor WHERE name LIKE '${prefix}%' LIMIT 1`) !== undefined;

/**
 * Moves the feed's watermark back to before edits whose answers were repeated: a repeated answer may be older than what
 * the feed has since reported, so that part of the feed is read again.
 */
export function readFeedAgain(s: ReplicaWriter): void {
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
