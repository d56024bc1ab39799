import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';
import { unavailable } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { shortestPassword } from '../../shared/password.ts';

/** Limits of the passwords of a hub's accounts (CONTRACT 3.2). */
export const newPassword = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(limits.user.password.max, `must have at most ${limits.user.password.max} characters`);

interface Cost {
  /** Base-2 logarithm of scrypt's N. */
  logN: number;
  r: number;
  p: number;
}

/** Costs about 32 MiB and 0.1 seconds. Stored in each hash, so that it can be raised later. Only tests lower it. */
export const passwordCost: Cost = { logN: 15, r: 8, p: 1 };
const keyBytes = 32;

/** Returns `scrypt$logN$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { logN, r, p } = passwordCost;
  const key = await derive(password, salt, { logN, r, p });
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Returns a hash that needs a separately stored key to verify: `keyed$logN$r$p$salt$hmac`. For secrets so short that all can be
 * tried, such as PINs. A hash with a key stays as it is.
 */
export function withKey(hash: string, key: Buffer): string {
  const [scheme, ...rest] = hash.split('$');
  if (scheme !== 'scrypt') return hash;
  const derived = Buffer.from(rest.pop() ?? '', 'base64url');
  return ['keyed', ...rest, keyedBy(key, derived).toString('base64url')].join('$');
}

const keyedBy = (key: Buffer, derived: Buffer): Buffer =>
  createHmac('sha256', key).update('pin ').update(derived).digest();

/** Verifies a password. Without a hash it fails after the same time, so that timing does not reveal which accounts exist. */
export async function verifyPassword(password: string, hash: string | null, key?: Buffer): Promise<boolean> {
  const [scheme, logN, r, p, salt = '', kept = ''] = hash?.split('$') ?? [];
  if (scheme !== (key ? 'keyed' : 'scrypt')) {
    await derive(password, Buffer.alloc(16), passwordCost);
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
 * Derives a key on the thread pool, a few at a time because files are read there too.
 *
 * @throws AppError `unavailable` when too many calls wait
 */
async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= limits.passwords.checks.max) {
    if (waiting.length >= limits.passwords.waiting.max)
      throw unavailable('Too many people are signing in right now. Try again in half a minute.');
    // A call that ends passes its slot on.
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
