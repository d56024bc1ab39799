import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';
import { unavailable } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';

/** Limits of the passwords of a hub's accounts (CONTRACT 3.2). */
export const newPassword = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(limits.user.password.max, `may have at most ${limits.user.password.max} characters`);

interface Cost {
  /** Base-2 logarithm of scrypt's N. */
  logN: number;
  r: number;
  p: number;
}

/** About 32 MiB and a tenth of a second; kept in each hash, so that it can grow later. */
const cost: Cost = { logN: 15, r: 8, p: 1 };
const keyBytes = 32;

/** `scrypt$logN$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

/**
 * The same hash, of use only together with a key that is kept elsewhere: `keyed$logN$r$p$salt$hmac`. For what is so short that
 * all of it can be tried, as a PIN is. A hash that has a key stays as it is.
 */
export function withKey(hash: string, key: Buffer): string {
  const [scheme, ...rest] = hash.split('$');
  if (scheme !== 'scrypt') return hash;
  const derived = Buffer.from(rest.pop() ?? '', 'base64url');
  return ['keyed', ...rest, keyedBy(key, derived).toString('base64url')].join('$');
}

const keyedBy = (key: Buffer, derived: Buffer): Buffer =>
  createHmac('sha256', key).update('pin ').update(derived).digest();

/** Without a hash it takes as long and says no: how long a refusal takes tells nobody which accounts exist. */
export async function verifyPassword(password: string, hash: string | null, key?: Buffer): Promise<boolean> {
  const [scheme, logN, r, p, salt = '', kept = ''] = hash?.split('$') ?? [];
  if (scheme !== (key ? 'keyed' : 'scrypt')) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(kept, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  const given = key ? keyedBy(key, derived) : derived;
  return given.length === expected.length && timingSafeEqual(given, expected);
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs on the thread pool, few at once, because files are read there too; the event loop goes on.
 *
 * @throws AppError `unavailable` when too many wait
 */
async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= limits.passwords.checks.max) {
    if (waiting.length >= limits.passwords.waiting.max)
      throw unavailable('Too many people are signing in right now. Try again in half a minute.');
    // Who ends hands the place on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await deriveNow(password, salt, cost);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function deriveNow(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
