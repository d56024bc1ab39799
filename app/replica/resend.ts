import { sql } from '../store/sql.ts';
import type { ReplicaReader, ReplicaWriter } from './replica.ts';

/**
 * Records for each edit in `sending` how far the hub's feed was read, unless that is recorded. Effects of the edit, if
 * any, come later in the feed. Call it before reading more from the hub.
 */
export function noteFeed(s: ReplicaWriter): void {
  s.db.run(sql`INSERT INTO resend (edit_id, feed_sequence)
     SELECT entryid,
       (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM watermark WHERE name LIKE 'feed:%')
     FROM journal WHERE state = 'sending'
     ON CONFLICT (edit_id) DO NOTHING`);
}

/** Records for a repeated answer how far the hub's feed went when it gave that answer first. */
export function noteRepeated(s: ReplicaWriter, entryid: string, sequence: number): void {
  s.db.run(sql`INSERT INTO resend (edit_id, feed_sequence) VALUES (${entryid}, ${sequence})
     ON CONFLICT (edit_id) DO UPDATE SET feed_sequence = min(feed_sequence, ${sequence})`);
}

export const hasNotes = (s: ReplicaReader): boolean =>
  s.db.one(sql`SELECT 1 FROM resend LIMIT 1`) !== undefined;

/**
 * Moves the feed's watermark back to before edits whose answers were repeated: a repeated answer may be older than what
 * the feed has since reported, so that part of the feed is read again.
 */
export function readFeedAgain(s: ReplicaWriter): void {
  const noted = s.db.all(sql<{ entryid: string; sequence: number; state: string }>`SELECT j.entryid,
       r.feed_sequence AS sequence, j.state
     FROM resend r JOIN journal j ON j.entryid = r.edit_id`);
  for (const { entryid, sequence, state } of noted) {
    if (state === 'done')
      s.db.run(sql`UPDATE watermark SET value = ${sequence}
         WHERE name LIKE 'feed:%' AND CAST(value AS INTEGER) > ${sequence}`);
    if (state === 'done' || state === 'discarded')
      s.db.run(sql`DELETE FROM resend WHERE edit_id = ${entryid}`);
  }
}
