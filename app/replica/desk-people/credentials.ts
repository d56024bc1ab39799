import { sql } from '../../store/sql.ts';
import type { StoredRow } from '../../store/sql.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica.ts';

/** A person's PIN and badge for unlocking this desk. */
export interface UnlockRow {
  userid: number;
  /** scrypt verifier, keyed. */
  pin: string | null;
  /** Keyed hash. */
  badge: string | null;
}

export const unlockRow = (s: ReplicaReader, userid: number): UnlockRow | undefined =>
  s.db.one(sql<UnlockRow>`SELECT userid, pin, badge FROM desk_credential WHERE userid = ${userid}`);

/** Returns PINs whose verifier has no key. */
export const barePins = (s: ReplicaReader): { userid: number; pin: string }[] =>
  s.db.all(sql`SELECT userid, pin FROM desk_credential WHERE pin LIKE 'scrypt$%'`);

export const badgeOwner = (s: ReplicaReader, badge: string): number | undefined =>
  s.db.one(sql<StoredRow<'desk_credential', 'userid'>>`SELECT userid FROM desk_credential
     WHERE badge = ${badge}`)?.userid;

/** Stores a person's PIN and badge. An absent value is unchanged; null removes it. */
export function putUnlock(s: ReplicaWriter, userid: number, given: Partial<Omit<UnlockRow, 'userid'>>): void {
  const { pin, badge } = { pin: null, badge: null, ...unlockRow(s, userid), ...given };
  s.db.run(sql`INSERT INTO desk_credential (userid, pin, badge) VALUES (${userid}, ${pin}, ${badge})
     ON CONFLICT (userid) DO UPDATE SET pin = excluded.pin, badge = excluded.badge`);
}

export function dropUnlock(s: ReplicaWriter, userid: number): void {
  s.db.run(sql`DELETE FROM desk_credential WHERE userid = ${userid}`);
}
