import { sql } from '../../store/sql.ts';
import type { Query } from '../../store/sql.ts';
import { isSilentOperation } from '../journal/entry.ts';
import { ownTables } from '../own-tables.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica.ts';
import { endSessions, personRow } from './people.ts';

/** Why an edit of a deactivated person is parked. */
export const waitsForLead = {
  kind: 'shut-out',
  message: 'Its author can no longer sign in to the hub.',
} as const;

/**
 * Desk: deactivates a person as the site says. Their sessions, PIN, badge and drafts are deleted; their edits are parked
 * for them or a lead.
 *
 * @returns whether they ever signed in here
 */
export function deactivatePerson(s: ReplicaWriter, userid: number): boolean {
  s.db.run(sql`UPDATE account SET banned = 1 WHERE userid = ${userid} AND banned = 0`);
  endSessions(s, userid);
  for (const entry of s.journal.unsentOf(userid)) {
    if (isSilentOperation(entry.route)) s.journal.setState(entry, 'discarded');
    else if (entry.state !== 'parked') s.journal.setState(entry, 'parked', waitsForLead);
  }
  const wasHere = personRow(s, userid) !== undefined;
  for (const table of ownTables.toReversed())
    if (table !== 'account') s.db.run(sql`DELETE FROM ${sql.table(table)} WHERE userid = ${userid}`);
  return wasHere;
}

/** Desk: reactivates a person and makes their parked edits pending again, also those that a lead had taken over. */
export function reactivatePerson(s: ReplicaWriter, userid: number): void {
  if (!s.users.row(userid)?.banned) return;
  s.db.run(sql`UPDATE account SET banned = 0 WHERE userid = ${userid}`);
  for (const entry of s.journal.shutOut(userid)) {
    s.journal.sendAs(entry, userid);
    s.journal.setState(entry, 'pending');
  }
}

/** Returns the site's restricted resources here, which perhaps only this person could see. */
export function restrictedHere(
  s: ReplicaReader,
  userid: number,
): { kind: 'guide' | 'wiki' | 'entry'; id: number }[] {
  const of = (kind: 'guide' | 'wiki' | 'entry', query: Query<{ id: number }>) =>
    s.db.all(query).map(({ id }) => ({ kind, id }));
  return [
    ...of('guide', sql`SELECT guideid AS id FROM guide WHERE public = 0 AND deleted = 0 AND guideid > 0`),
    ...of('wiki', sql`SELECT wikiid AS id FROM wiki WHERE private = 1 AND deleted = 0 AND wikiid > 0`),
    ...of('entry', sql`SELECT entryid AS id FROM work_log WHERE userid = ${userid} AND entryid > 0`),
  ];
}
