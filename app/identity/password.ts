import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

/** Of an account of ours (fact sheet 2). */
export const newPassword = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(1000, 'may have at most 1000 characters');

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

/** Without a hash it takes as long and says no: how long a refusal takes tells nobody which accounts exist. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, logN, r, p, salt = '', key = ''] = hash?.split('$') ?? [];
  if (scheme !== 'scrypt') {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Runs on the thread pool; the event loop goes on. */
function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
