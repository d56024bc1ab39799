import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

const validSeconds = 60 * 60;

/** Stores a reset token. Each person has one: a new one replaces the old. */
export function putReset(s: StoreWriter, userid: number, tokenHash: string): void {
  s.db.run(sql`DELETE FROM password_reset
     WHERE userid = ${userid} OR created_date <= ${s.now - validSeconds}`);
  s.db.run(sql`INSERT INTO password_reset (token_hash, userid, created_date)
     VALUES (${tokenHash}, ${userid}, ${s.now})`);
}

/** Returns the userid whose password a token may set; `undefined` if it was used, replaced, or is older than an hour. */
export const resetOwner = (s: StoreReader, tokenHash: string): number | undefined =>
  s.db.one(sql<{ userid: number }>`SELECT userid FROM password_reset
     WHERE token_hash = ${tokenHash} AND created_date > ${s.now - validSeconds}`)?.userid;

/**
 * Sets the password, and ends the token and all sessions of the person.
 *
 * @returns the userid; `undefined` if the token is no longer valid
 */
export function useReset(s: StoreWriter, tokenHash: string, passwordHash: string): number | undefined {
  const userid = resetOwner(s, tokenHash);
  if (userid === undefined) return undefined;
  setPassword(s, userid, passwordHash);
  return userid;
}

/** Sets the password of a person, and ends all their sessions and the links to set another. */
export function setPassword(s: StoreWriter, userid: number, passwordHash: string): void {
  s.db.run(sql`UPDATE account SET password = ${passwordHash} WHERE userid = ${userid}`);
  s.db.run(sql`DELETE FROM password_reset WHERE userid = ${userid}`);
  s.sessions.endAll(userid);
}
