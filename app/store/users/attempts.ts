import { sql } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

/** A key by which sign-in attempts are counted. */
export interface AttemptKey {
  key: string;
  /** Empty if the key is not about a single account. */
  account: string;
  limit: number;
}

/** Attempts count for this long after the first one. */
const windowSeconds = 15 * 60;
const maxKeys = 10_000;

/** Returns the seconds until another attempt is allowed; 0 if it is allowed now. */
export function waitSeconds(s: ReadAccess, keys: readonly AttemptKey[]): number {
  const waits = keys.map(({ key, limit }) => {
    const row = s.db.one(
      sql<{ count: number; since: number }>`SELECT count, since FROM attempt WHERE key = ${key}`,
    );
    return row && row.count >= limit ? Math.max(0, row.since + windowSeconds - s.now) : 0;
  });
  return Math.max(0, ...waits);
}

export function countAttempt(s: WriteAccess, keys: readonly AttemptKey[]): void {
  s.db.run(sql`DELETE FROM attempt WHERE since <= ${s.now - windowSeconds}`);
  for (const { key, account } of keys) {
    s.db.run(sql`INSERT INTO attempt (key, account, count, since) VALUES (${key}, ${account}, 1, ${s.now})
       ON CONFLICT (key) DO UPDATE SET count = count + 1`);
  }
  s.db.run(sql`DELETE FROM attempt
     WHERE key IN (SELECT key FROM attempt
     ORDER BY since DESC LIMIT -1 OFFSET ${maxKeys})`);
}

export function uncountAttempt(s: WriteAccess, keys: readonly AttemptKey[]): void {
  for (const { key } of keys) {
    s.db.run(sql`UPDATE attempt SET count = count - 1 WHERE key = ${key}`);
    s.db.run(sql`DELETE FROM attempt WHERE key = ${key} AND count <= 0`);
  }
}

export function clearAttempts(s: WriteAccess, keys: readonly AttemptKey[]): void {
  for (const { key } of keys) s.db.run(sql`DELETE FROM attempt WHERE key = ${key}`);
}

/** Removes all attempts on an account after its owner signed in, so that others' attempts do not lock them out. */
export function forgiveAccount(s: WriteAccess, account: string): void {
  s.db.run(sql`DELETE FROM attempt WHERE account = ${account}`);
}
