import type { StoreReader, StoreWriter } from '../store.ts';

/** What attempts are counted by. */
export interface AttemptKey {
  key: string;
  /** Empty where it is of no single account. */
  account: string;
  limit: number;
}

/** Attempts are counted from the first for this long. */
const windowSeconds = 15 * 60;
const maxKeys = 10_000;

/** Seconds until there may be another attempt; 0 for now. */
export function waitSeconds(s: StoreReader, keys: readonly AttemptKey[]): number {
  const waits = keys.map(({ key, limit }) => {
    const row = s.db.oneSql<{ count: number; since: number }>(
      'SELECT count, since FROM attempt WHERE key = ?',
      [key],
    );
    return row && row.count >= limit ? Math.max(0, row.since + windowSeconds - s.now) : 0;
  });
  return Math.max(0, ...waits);
}

export function countAttempt(s: StoreWriter, keys: readonly AttemptKey[]): void {
  s.db.runSql('DELETE FROM attempt WHERE since <= ?', [s.now - windowSeconds]);
  for (const { key, account } of keys) {
    s.db.runSql(
      `INSERT INTO attempt (key, account, count, since) VALUES (?, ?, 1, ?)
       ON CONFLICT (key) DO UPDATE SET count = count + 1`,
      [key, account, s.now],
    );
  }
  s.db.runSql(
    'DELETE FROM attempt WHERE key IN (SELECT key FROM attempt ORDER BY since DESC LIMIT -1 OFFSET ?)',
    [maxKeys],
  );
}

/** Takes one attempt back. */
export function uncountAttempt(s: StoreWriter, keys: readonly AttemptKey[]): void {
  for (const { key } of keys) {
    s.db.runSql('UPDATE attempt SET count = count - 1 WHERE key = ?', [key]);
    s.db.runSql('DELETE FROM attempt WHERE key = ? AND count <= 0', [key]);
  }
}

export function clearAttempts(s: StoreWriter, keys: readonly AttemptKey[]): void {
  for (const { key } of keys) s.db.runSql('DELETE FROM attempt WHERE key = ?', [key]);
}

/** Whoever proved to own the account need not wait for others' attempts on it. */
export function forgiveAccount(s: StoreWriter, account: string): void {
  s.db.runSql('DELETE FROM attempt WHERE account = ?', [account]);
}
