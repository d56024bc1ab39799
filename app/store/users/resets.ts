import type { StoreReader, StoreWriter } from '../store.ts';

const validSeconds = 60 * 60;

/** One token a person: a new one voids the one before. */
export function putReset(s: StoreWriter, userid: number, tokenHash: string): void {
  s.db.runSql('DELETE FROM password_reset WHERE userid = ? OR created_date <= ?', [
    userid,
    s.now - validSeconds,
  ]);
  s.db.runSql('INSERT INTO password_reset (token_hash, userid, created_date) VALUES (?, ?, ?)', [
    tokenHash,
    userid,
    s.now,
  ]);
}

/** Whose password a token may set; `undefined` when it was used, replaced, or is older than an hour. */
export const resetOwner = (s: StoreReader, tokenHash: string): number | undefined =>
  s.db.oneSql<{ userid: number }>(
    'SELECT userid FROM password_reset WHERE token_hash = ? AND created_date > ?',
    [tokenHash, s.now - validSeconds],
  )?.userid;

/**
 * Sets the password and ends the token and everything that was signed in.
 *
 * @returns whose password it is now; `undefined` when the token no longer counted
 */
export function useReset(s: StoreWriter, tokenHash: string, passwordHash: string): number | undefined {
  const userid = resetOwner(s, tokenHash);
  if (userid === undefined) return undefined;
  s.db.runSql('UPDATE user SET password = ? WHERE userid = ?', [passwordHash, userid]);
  s.db.runSql('DELETE FROM password_reset WHERE userid = ?', [userid]);
  s.sessions.endAll(userid);
  return userid;
}
